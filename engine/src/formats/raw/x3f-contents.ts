import { textAt } from '../../bytes/file-parts.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { EngineError } from '../../errors.ts';
import { orientationOf, requireInside, type Range, type RawContents } from './contents.ts';

/** Header offset of the camera's rotation in degrees. */
const rotationAt = 36;

/** Sections with pictures. Those of this format are JPEGs after their header. */
const pictureSections: ReadonlySet<string> = new Set(['IMAG', 'IMA2']);
const jpegFormat = 18;
const sectionHeader = 28;

const entryBytes = 12;

/** A camera's file has five sections. */
const maxSections = 100;

/** Reads Sigma's X3F, which ends with the offset of its directory of sections. */
export function readX3fContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  requireInside(bytes, 0, rotationAt + 4, onRead);
  requireInside(bytes, bytes.length - 4, 4, onRead);
  const directory = view.getUint32(bytes.length - 4, true);
  requireInside(bytes, directory, 12, onRead);
  if (textAt(bytes, directory) !== 'SECd')
    throw new EngineError('corrupt-file', 'X3F: no directory');
  const count = Math.min(view.getUint32(directory + 8, true), maxSections);
  requireInside(bytes, directory + 12, count * entryBytes, onRead);
  const jpegs: Range[] = [];
  for (let index = 0; index < count; index++) {
    const entry = directory + 12 + index * entryBytes;
    const [start, size] = [view.getUint32(entry, true), view.getUint32(entry + 4, true)];
    if (!pictureSections.has(textAt(bytes, entry + 8)) || size <= sectionHeader) continue;
    if (start + sectionHeader > bytes.length) continue;
    onRead(start, start + sectionHeader);
    if (view.getUint32(start + 12, true) !== jpegFormat) continue;
    jpegs.push({ start: start + sectionHeader, end: start + size });
  }
  return {
    jpegs,
    samples: new Set(),
    orientation: orientationOf(view.getUint32(rotationAt, true)),
    exif: null,
    xmp: null,
  };
}
