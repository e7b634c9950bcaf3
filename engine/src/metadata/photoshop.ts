import { bytesOfU16, bytesOfU32 } from '../bytes/big-endian.ts';
import { decodeText } from '../bytes/decode-text.ts';
import { joinBytes } from '../bytes/join.ts';
import {
  readBytes,
  readFourCC,
  readU16,
  readU32,
  readU8,
  remaining,
  skip,
  sliceOf,
} from '../bytes/reader.ts';
import { orNull } from '../errors.ts';

/** Adobe Photoshop file formats specification, image resource blocks: what JPEG's APP13 holds. */
interface Resource {
  id: number;
  /** The block as stored, including padding. */
  whole: Uint8Array;
  data: Uint8Array;
}

const resources = {
  iptc: 0x0404,
  thumbnailOld: 0x0409,
  thumbnail: 0x040c,
  exif: 0x0422,
  exif3: 0x0423,
  xmp: 0x0424,
  iptcDigest: 0x0425,
} as const;

/** First byte of every IPTC dataset. */
export const datasetMark = 0x1c;

/** IPTC-IIM 4.2, record 2: content location, city, sublocation, province, country code and name. */
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101]);

function readResources(block: Uint8Array): Resource[] {
  const slice = sliceOf(block);
  const found: Resource[] = [];
  while (remaining(slice) >= 12) {
    const start = slice.position;
    if (readFourCC(slice) !== '8BIM') break;
    const id = readU16(slice);
    const nameLength = readU8(slice);
    // The name (with its length byte) and the data are both padded to an even size.
    skip(slice, nameLength + ((nameLength + 1) % 2));
    const size = readU32(slice);
    const data = readBytes(slice, size);
    if (size % 2 === 1 && remaining(slice) > 0) skip(slice, 1);
    found.push({ id, data, whole: block.subarray(start, slice.position) });
  }
  return found;
}

function writeResource(id: number, data: Uint8Array): Uint8Array {
  const mark = new TextEncoder().encode('8BIM');
  // The resource has no name.
  const head = [mark, bytesOfU16(id, 0), bytesOfU32(data.length)];
  return joinBytes([...head, data, new Uint8Array(data.length % 2)]);
}

/** A resource block with only an IPTC record, for files that store that without one. */
export function writeIptcResource(iptc: Uint8Array): Uint8Array {
  return writeResource(resources.iptc, iptc);
}

/** The block with an IPTC record, for files that store that beside it. A record of its own stays. */
export function withIptc(block: Uint8Array, iptc: Uint8Array): Uint8Array {
  const own = orNull(() => readResources(block));
  if (!own) return writeIptcResource(iptc);
  if (own.some(({ id }) => id === resources.iptc)) return block;
  return joinBytes([...own.map(({ whole }) => whole), writeIptcResource(iptc)]);
}

/** IPTC-IIM 1.5: a tag marker, record, dataset, and a length of 15 bits. */
function* readDatasets(iptc: Uint8Array) {
  const slice = sliceOf(iptc);
  while (remaining(slice) >= 5) {
    const start = slice.position;
    if (readU8(slice) !== datasetMark) return;
    const [record, dataset] = [readU8(slice), readU8(slice)];
    const data = readBytes(slice, readU16(slice) & 0x7fff);
    yield { record, dataset, data, whole: iptc.subarray(start, slice.position) };
  }
}

/** The texts of the IPTC record in a block, by their datasets in record 2; none where it is broken. */
export function readIptc(block: Uint8Array): { dataset: number; text: string }[] {
  const read = orNull(() => {
    const found = readResources(block).find(({ id }) => id === resources.iptc);
    return found ? [...readDatasets(found.data)] : [];
  });
  return (read ?? [])
    .filter(({ record, data }) => record === 2 && data.length > 0)
    .map(({ dataset, data }) => ({ dataset, text: decodeText(data) }));
}

function withoutPlaces(iptc: Uint8Array): Uint8Array {
  const kept = [...readDatasets(iptc)].filter(
    ({ record, dataset }) => record !== 2 || !placeDatasets.has(dataset),
  );
  return joinBytes(kept.map(({ whole }) => whole));
}

/**
 * Cleans the block for an upright picture: drops thumbnails, copies of Exif and XMP and, unless
 * `keepsLocation` is set, locations. `null` when nothing remains or the block is broken.
 */
export function cleanPhotoshop(
  block: Uint8Array,
  { keepsLocation }: { keepsLocation: boolean },
): Uint8Array | null {
  const dropped: number[] = [
    resources.thumbnailOld,
    resources.thumbnail,
    resources.exif,
    resources.exif3,
    resources.xmp,
  ];
  if (!keepsLocation) dropped.push(resources.iptcDigest);
  try {
    const kept = readResources(block)
      .filter(({ id }) => !dropped.includes(id))
      .map(({ id, whole, data }) =>
        id === resources.iptc && !keepsLocation ? writeResource(id, withoutPlaces(data)) : whole,
      );
    return kept.length > 0 ? joinBytes(kept) : null;
  } catch {
    return null;
  }
}
