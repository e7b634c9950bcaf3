import { FileParts } from '../bytes/file-parts.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { findStoredMap } from '../convert/gain-map.ts';
import { inspectFile, type Inspection } from '../convert/inspect.ts';
import { withChosenMetadata } from '../convert/smaller-original.ts';
import { EngineError } from '../errors.ts';
import { requireFormat } from '../formats/require-format.ts';
import { sniffLength } from '../formats/sniff.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import { withOrientation } from '../metadata/exif-orientation.ts';
import { readOrientation } from '../metadata/exif.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import { mimeTypes, type InputFormat, type OutputFormat } from '../options.ts';

/** A picture's metadata: a summary, and the blocks it comes from. */
export interface FileMetadata {
  format: InputFormat;
  /** Size of the upright picture in pixels. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8; 1 where there is none. */
  orientation: number;
  /** The commonly wanted facts of the blocks. */
  summary: Inspection['metadata'];
  colorProfile: Inspection['colorProfile'];
  /** A TIFF structure, without a container's prefix. */
  exif: Uint8Array<ArrayBuffer> | null;
  /** An XMP packet, UTF-8. */
  xmp: Uint8Array<ArrayBuffer> | null;
  /** Photoshop image resources with an IPTC record inside, as JPEGs have them. */
  iptc: Uint8Array<ArrayBuffer> | null;
  /** An ICC profile. */
  icc: Uint8Array<ArrayBuffer> | null;
}

/**
 * `all` removes everything except the color profile, orientation and density, which belong to the picture.
 * `location` removes only locations.
 */
export type StrippedMetadata = 'all' | 'location';

export type MetadataEdit = { kind: 'strip'; what: StrippedMetadata } | { kind: 'copy'; from: Blob };

const copyOf = (block: Uint8Array | undefined): Uint8Array<ArrayBuffer> | null =>
  block ? new Uint8Array(block) : null;

async function readHeader(file: Blob): Promise<{ format: InputFormat; header: PictureHeader }> {
  const parts = new FileParts(file);
  const format = await requireFormat(await parts.read(0, sniffLength));
  const input = await loadInput(format);
  const source = await input.open(await input.readHeader(parts));
  return { format, header: source.pictures[0]! };
}

/** Reads only a file's header, starting with the first 64 kB. Throws as `inspectFile`. */
export async function readMetadata(file: Blob): Promise<FileMetadata> {
  const { format, width, height, metadata, colorProfile } = await inspectFile(file, '');
  const { header } = await readHeader(file);
  const { exif, xmp, photoshop } = header.metadata;
  return {
    format,
    width,
    height,
    summary: metadata,
    colorProfile,
    orientation: exif ? readOrientation(exif) : 1,
    exif: copyOf(exif),
    xmp: copyOf(xmp),
    iptc: copyOf(photoshop),
    icc: copyOf(header.color.icc),
  };
}

function isOutputFormat(format: InputFormat): format is OutputFormat & InputFormat {
  return format in mimeTypes;
}

/** A file whose metadata can be replaced without changing its samples. */
interface EditableFile {
  bytes: Uint8Array<ArrayBuffer>;
  header: PictureHeader;
  codec: OutputCodec;
}

async function openEditable(file: Blob): Promise<EditableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = await requireFormat(bytes);
  if (!isOutputFormat(format)) {
    const message = `Metadata of ${format} can be read, not replaced; convert the file first`;
    throw new EngineError('unsupported-feature', message, { feature: `${format}-metadata` });
  }
  const [input, codec] = await Promise.all([loadInput(format), loadOutput(format)]);
  const source = await input.open(bytes);
  return { bytes, codec, header: source.pictures[0]! };
}

async function copyInto(
  { bytes, header, codec }: EditableFile,
  from: Blob,
): Promise<Uint8Array<ArrayBuffer>> {
  const { header: giver } = await readHeader(from);
  const size = { width: header.width, height: header.height, format: codec.format };
  const { density: _, ...copied } = giver.metadata;
  const blocks = await prepareMetadata(copied, 'keep', size);
  const { orientation } = header;
  const exif = blocks.exif ? withOrientation(blocks.exif, orientation) : null;
  if (orientation !== 1 && exif === null) {
    const message = 'The picture is stored turned, and the copied Exif has no place to say so';
    throw new EngineError('unsupported-feature', message, { feature: 'orientation' });
  }
  const gainMap = await findStoredMap(header, codec);
  return codec.replaceMetadata(bytes, { ...blocks, ...(exif && { exif }) }, gainMap);
}

/**
 * Replaces the metadata of a JPEG, PNG or WebP. Keeps coded samples, color profile and gain map,
 * but not a motion photo's video. Throws `unsupported-feature` for other formats, and as opening a
 * file does.
 */
export async function editMetadata(file: Blob, edit: MetadataEdit): Promise<Blob> {
  const editable = await openEditable(file);
  const { bytes, header, codec } = editable;
  if (edit.kind === 'copy')
    return new Blob([await copyInto(editable, edit.from)], { type: mimeTypes[codec.format] });
  if (edit.what !== 'all' && edit.what !== 'location')
    throw new EngineError('invalid-options', 'What is stripped is one of all, location');
  const metadata = edit.what === 'all' ? 'strip' : 'without-location';
  const gainMap = await findStoredMap(header, codec);
  const stripped = await withChosenMetadata(bytes, header, codec, { metadata }, gainMap);
  return new Blob([stripped], { type: mimeTypes[codec.format] });
}
