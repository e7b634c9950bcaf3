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

/** What a file says of a picture, and the blocks it says it in. */
export interface FileMetadata {
  format: InputFormat;
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Exif's, 1 to 8; 1 where it states none. */
  orientation: number;
  /** The blocks' contents as far as people ask for them. */
  summary: Inspection['metadata'];
  colorProfile: Inspection['colorProfile'];
  /** A TIFF structure, without any container's prefix. */
  exif: Uint8Array<ArrayBuffer> | null;
  /** A packet, UTF-8. */
  xmp: Uint8Array<ArrayBuffer> | null;
  /** Photoshop's image resources, with an IPTC record inside, as JPEGs have them. */
  iptc: Uint8Array<ArrayBuffer> | null;
  /** An ICC profile. */
  icc: Uint8Array<ArrayBuffer> | null;
}

/** `all` but the color profile and the orientation, which belong to the picture; or the `location` alone. */
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

/** Reads a file's header, and no more of it than that behind its first 64 kB. Throws as `inspectFile`. */
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

/** A file whose metadata can be replaced while its samples stay. */
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
 * A JPEG, PNG or WebP with other metadata; its coded samples, its color profile and its gain map stay, the
 * video of a motion photo does not. Throws `unsupported-feature` for other formats, and as opening a file
 * does.
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
