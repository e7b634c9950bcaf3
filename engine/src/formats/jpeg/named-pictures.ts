import { startsWith } from '../../bytes/join.ts';
import { auxiliaryRoles } from '../../metadata/auxiliary-roles.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { EngineError, orNull } from '../../errors.ts';
import { mpfKinds, type MpfEntry } from '../../gain-map/mpf.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { readContainerItems, startOfItem } from '../../metadata/container-items.ts';
import { findLongXmpProperty, readXmpProperty } from '../../metadata/xmp.ts';
import { isAuxiliaryRole, type PictureRole } from '../../options.ts';
import { placementOf } from '../../transform/orient.ts';
import { readJpegMetadata } from './read-metadata.ts';
import { readJpeg, type JpegFile } from './segments.ts';
import { listTrailingPictures } from './trailing-pictures.ts';

/** An additional picture in a JPEG, with its decoder. */
export interface NamedPicture {
  header: PictureHeader & { role: PictureRole };
  decode: Source['decode'];
}

/** A file that another JPEG names as an additional picture. */
interface NamedFile {
  role: PictureRole;
  bytes: Uint8Array<ArrayBuffer>;
}

const depth = 'http://ns.google.com/photos/1.0/depthmap/';
const image = 'http://ns.google.com/photos/1.0/image/';
const pixelData = 'http://ns.apple.com/pixeldatainfo/1.0/';

function readBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    // A loop, as base64 can have megabytes in portraits and VR photos: an iterator would take half
    // a second.
    for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

/**
 * Pictures stored as base64 in XMP (Google's depth map 1.0 and VR photo formats): the depth map and
 * the unblurred original, or otherwise the picture for the right eye.
 */
function listEncoded({ xmp, extendedXmp }: MetadataBlocks): NamedFile[] {
  const text = [xmp, extendedXmp?.packet]
    .map((packet) => new TextDecoder().decode(packet))
    .join('');
  const found = [
    [text.includes(depth) ? 'original' : 'right-eye', findLongXmpProperty(text, image, 'Data')],
    ['depth-map', findLongXmpProperty(text, depth, 'Data')],
  ] as const;
  return found.flatMap(([role, encoded]) => {
    const bytes = encoded && readBase64(encoded);
    return bytes ? [{ role, bytes }] : [];
  });
}

const semanticRoles = new Map<string, PictureRole>([
  ['Depth', 'depth-map'],
  ['Original', 'original'],
]);

/** All references that a Dynamic Depth property makes, wherever it stands. */
function readReferences(text: string, name: string): string[] {
  const property = new RegExp(`:${name}\\s*(?:=\\s*["']|>)([^"'<]*)`, 'g');
  return [...text.matchAll(property)].map(([, uri]) => uri!.trim());
}

/**
 * Locates the pictures that Google's container directory lists, which end where the file of
 * `fileSize` bytes ends.
 */
export function listContainedPictures(
  xmp: Uint8Array,
  fileSize: number,
): { role: PictureRole; start: number; size: number }[] {
  const items = readContainerItems(xmp);
  const text = new TextDecoder().decode(xmp);
  const depths = readReferences(text, 'DepthURI');
  const originals = readReferences(text, 'ImageURI');
  return items.flatMap(({ semantic, uri, length }, index) => {
    const named = depths.includes(uri) ? 'depth-map' : originals.includes(uri) ? 'original' : null;
    const role = semanticRoles.get(semantic) ?? (uri === '' ? null : named);
    const start = startOfItem(items, index, fileSize);
    return role && index > 0 && length > 0 && start > 0 ? [{ role, start, size: length }] : [];
  });
}

function listContained(bytes: Uint8Array<ArrayBuffer>, { xmp }: MetadataBlocks): NamedFile[] {
  if (!xmp) return [];
  return listContainedPictures(xmp, bytes.length).map(({ role, start, size }) => ({
    role,
    bytes: bytes.subarray(start, start + size),
  }));
}

/** Role that Apple's XMP gives to a portrait's additional picture. */
function findAppleRole(xmp: Uint8Array): PictureRole | null {
  const type = readXmpProperty(xmp, pixelData, 'AuxiliaryImageType')?.[0] ?? '';
  return auxiliaryRoles.get(type) ?? (/^(?:depth|disparity)$/i.test(type) ? 'depth-map' : null);
}

function findListedRole({ kind }: MpfEntry, part: Uint8Array, eyes: number): PictureRole | null {
  if (kind === mpfKinds.otherEye) return eyes === 1 ? 'right-eye' : 'further';
  if (kind === mpfKinds.panorama || kind === mpfKinds.angle) return 'further';
  if (kind !== mpfKinds.unnamed) return null;
  const { xmp } = readJpegMetadata(readJpeg(part));
  return xmp ? findAppleRole(xmp) : null;
}

/** Pictures in the camera's own list (CIPA DC-007). */
function listListed(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): NamedFile[] {
  const entries = listTrailingPictures(bytes, file);
  const eyes = entries.filter(({ kind }) => kind === mpfKinds.otherEye).length;
  return entries.flatMap((entry) => {
    const part = bytes.subarray(entry.start, entry.start + entry.size);
    const role = orNull(() => findListedRole(entry, part, eyes));
    return role ? [{ role, bytes: part }] : [];
  });
}

const pngMark = '\x89PNG\r\n\x1a\n';

async function openNamed(
  { role, bytes }: NamedFile,
  main: PictureHeader,
  { openJpeg, openPng }: Openers,
): Promise<NamedPicture | null> {
  const isJpeg = startsWith(bytes, '\xff\xd8\xff');
  if (!isJpeg && !startsWith(bytes, pngMark)) return null;
  try {
    const { pictures, ...source } = await (isJpeg ? openJpeg(bytes) : openPng(bytes));
    const header = pictures[0]!;
    // Its own Exif gives its orientation; without Exif it shares the main picture's.
    const orientation = header.metadata.exif ? header.orientation : main.orientation;
    const placement = placementOf(orientation, header.width, header.height);
    const turned = orientation !== 1;
    return {
      header: { ...header, role, orientation, placement, turned, gainMap: null },
      decode: (_, onLoad) => source.decode(0, onLoad),
    };
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Each opens a file as a single picture, ignoring others that it names. */
interface Openers {
  openJpeg: InputCodec['open'];
  openPng: InputCodec['open'];
}

/**
 * Finds the additional pictures that a JPEG holds and names: first those meant to be shown, then
 * depth maps and mattes. Broken ones are skipped.
 */
export async function findNamedPictures(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  main: PictureHeader,
  openers: Openers,
): Promise<NamedPicture[]> {
  const contained = listContained(bytes, main.metadata);
  const starts = new Set(contained.map((each) => each.bytes.byteOffset));
  const listed = listListed(bytes, file).filter((each) => !starts.has(each.bytes.byteOffset));
  const files = [...listEncoded(main.metadata), ...contained, ...listed];
  const opened = await Promise.all(files.map((each) => openNamed(each, main, openers)));
  return opened
    .filter((picture) => picture !== null)
    .sort(
      (a, b) => Number(isAuxiliaryRole(a.header.role)) - Number(isAuxiliaryRole(b.header.role)),
    );
}
