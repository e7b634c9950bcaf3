/** JPEGs that name further pictures the ways phones and cameras do. */
import sharp from 'sharp';
import { joinBytes } from '../src/bytes/join.ts';
import { segment } from '../src/formats/jpeg/metadata.ts';
import { app1, app2, extendedXmpMark, xmpMark } from '../src/formats/jpeg/segments.ts';
import { mpfKinds, mpfMark } from '../src/gain-map/mpf.ts';
import { bytesOf, uint } from './heif-writer.ts';
import { fixture } from './pictures.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** A picture of its own: the fixture, mirrored, `width` pixels wide. */
export async function otherJpeg(width = 60): Promise<Uint8Array<ArrayBuffer>> {
  const opened = sharp(await fixture('grid.png')).flop();
  return new Uint8Array(await opened.resize(width).jpeg({ quality: 90 }).toBuffer());
}

/** A depth map: gray, bright in the middle. */
export async function depthPng(): Promise<Uint8Array<ArrayBuffer>> {
  const opened = sharp(await fixture('grid.png')).grayscale();
  return new Uint8Array(await opened.resize(40).png().toBuffer());
}

export async function mainJpeg(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const opened = sharp(await fixture('grid.png')).jpeg({ quality: 90 });
  return new Uint8Array(
    await (orientation === 1 ? opened : opened.withMetadata({ orientation })).toBuffer(),
  );
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function packet(attributes: string, inner = ''): Uint8Array {
  return text(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
}

/** Puts segments behind the start of image. */
function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

const guid = '0123456789ABCDEF0123456789ABCDEF';
const note = `xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${guid}"`;
const depth = 'xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/"';
const image = 'xmlns:GImage="http://ns.google.com/photos/1.0/image/"';

export interface Portion {
  guid: string;
  size: number;
  offset: number;
  data: Uint8Array;
}

/** An extension of a packet in portions of `room` bytes. */
function portionsOf(extension: Uint8Array, room = 3000): Portion[] {
  return Array.from({ length: Math.ceil(extension.length / room) }, (_, index) => ({
    guid,
    size: extension.length,
    offset: index * room,
    data: extension.subarray(index * room, (index + 1) * room),
  }));
}

function writePortion({ guid: name, size, offset, data }: Portion): Uint8Array {
  const numbers = bytesOf(uint(size, 4), uint(offset, 4));
  return segment(app1, extendedXmpMark + name, numbers, data);
}

/** Portraits as phones wrote them until about 2019, with the portions as `change` leaves them. */
export async function portraitJpeg({
  orientation = 1,
  original = true,
  map = depthPng,
  change = (portions: Portion[]) => portions,
}: {
  orientation?: number;
  original?: boolean;
  map?: () => Promise<Uint8Array>;
  change?: (portions: Portion[]) => Portion[];
} = {}): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = `${depth} ${image} GDepth:Data="${base64(await map())}"`;
  const blurred = original ? ` GImage:Data="${base64(await otherJpeg(128))}"` : '';
  const main = packet(`${note} ${depth} GDepth:Format="RangeInverse" GDepth:Mime="image/png"`);
  return withSegments(
    await mainJpeg(orientation),
    segment(app1, xmpMark, main),
    ...change(portionsOf(packet(encoded + blurred))).map(writePortion),
  );
}

/** A picture whose words are megabytes of one piece, which open a property and never close it. */
export async function endlessXmpJpeg(piece: string): Promise<Uint8Array<ArrayBuffer>> {
  const start = `<rdf:RDF><rdf:Description ${depth} xmlns:exif="http://ns.adobe.com/exif/1.0/"`;
  const extension = text(start + piece.repeat(Math.floor(8e6 / piece.length)));
  return withSegments(
    await mainJpeg(),
    segment(app1, xmpMark, packet(note)),
    ...portionsOf(extension, 65_000).map(writePortion),
  );
}

/** A VR photo: the right eye and sound in the extension. */
export async function vrJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const main = packet(`${note} ${image} GImage:Mime="image/jpeg"`);
  const eye = `<GImage:Data>${base64(await otherJpeg(128))}</GImage:Data>`;
  const sound = 'xmlns:GAudio="http://ns.google.com/photos/1.0/audio/" GAudio:Data="AAAA"';
  return withSegments(
    await mainJpeg(),
    segment(app1, xmpMark, main),
    ...portionsOf(packet(`${image} ${sound}`, eye)).map(writePortion),
  );
}

const item = (attributes: string) =>
  `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes}/></rdf:li>`;

/** Pictures behind the first, listed by Google's directory as cameras of 2020 and later write it. */
export async function containerJpeg(semantic = 'Depth'): Promise<Uint8Array<ArrayBuffer>> {
  const [original, map] = [await otherJpeg(128), await depthPng()];
  const directory = `<Container:Directory><rdf:Seq>${item('Item:Semantic="Primary" Item:Mime="image/jpeg"')}${item(`Item:Semantic="Original" Item:Mime="image/jpeg" Item:Length="${original.length}"`)}${item(`Item:Semantic="${semantic}" Item:Mime="image/png" Item:Length="${map.length}"`)}</rdf:Seq></Container:Directory>`;
  const xmp = packet(
    'xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
    directory,
  );
  const first = withSegments(await mainJpeg(), segment(app1, xmpMark, xmp));
  return joinBytes([first, original, map]);
}

/** The same by Dynamic Depth 1.0, which refers to items by name. */
export async function dynamicDepthJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const [original, map] = [await otherJpeg(128), await depthPng()];
  const namespace = (prefix: string) =>
    `xmlns:${prefix}="http://ns.google.com/photos/dd/1.0/${prefix.toLowerCase()}/"`;
  const directory = `<Container:Directory><rdf:Seq>${item('Item:Mime="image/jpeg" Item:Length="0" Item:DataURI="primary_image"')}${item(`Item:Mime="image/jpeg" Item:Length="${original.length}" Item:DataURI="android/original" Item:Padding="5"`)}${item(`Item:Mime="image/png" Item:Length="${map.length}" Item:DataURI="android/depthmap"`)}</rdf:Seq></Container:Directory>`;
  const cameras =
    '<Device:Cameras><rdf:Seq><rdf:li><Camera:DepthMap DepthMap:DepthURI="android/depthmap"/><Camera:Image><Image:ImageURI>android/original</Image:ImageURI></Camera:Image></rdf:li></rdf:Seq></Device:Cameras>';
  const xmp = packet(
    ['Container', 'Item', 'Device', 'Camera', 'DepthMap', 'Image'].map(namespace).join(' '),
    `<Device:Container>${directory}</Device:Container>${cameras}`,
  );
  const first = withSegments(await mainJpeg(), segment(app1, xmpMark, xmp));
  return joinBytes([first, original, new Uint8Array(5), map]);
}

/** Pictures listed by CIPA DC-007: each a whole JPEG, and what it is to the first. */
async function listedJpeg(
  others: readonly { jpeg: Uint8Array; kind: number }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const main = await mainJpeg();
  const count = others.length + 1;
  const listSize = mpfMark.length + 8 + 2 + 12 + 4 + 16 * count;
  const origin = 2 + 4 + mpfMark.length;
  let start = main.length + 4 + listSize;
  const entries = others.map(({ jpeg, kind }) => {
    const entry = bytesOf(uint(kind, 4), uint(jpeg.length, 4), uint(start - origin, 4), uint(0, 4));
    start += jpeg.length;
    return entry;
  });
  const primary = bytesOf(uint(0x03_00_00, 4), uint(main.length, 4), uint(0, 4), uint(0, 4));
  const directory = bytesOf(uint(0xb002, 2), uint(7, 2), uint(16 * count, 4), uint(26, 4));
  const list = bytesOf('MM\0*', uint(8, 4), uint(1, 2), directory, uint(0, 4), primary, ...entries);
  const front = withSegments(main, segment(app2, mpfMark, list));
  return joinBytes([front, ...others.map(({ jpeg }) => jpeg)]);
}

/** A depth map as Apple puts one behind a portrait. */
export async function appleDepthJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const words = packet(
    'xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" apdi:AuxiliaryImageType="disparity"',
  );
  const jpeg = withSegments(await otherJpeg(40), segment(app1, xmpMark, words));
  return listedJpeg([{ jpeg, kind: mpfKinds.unnamed }]);
}

/** Two eyes, as cameras for 3D write them. */
export async function stereoJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  return listedJpeg([
    { jpeg: await otherJpeg(30), kind: 0x01_00_01 },
    { jpeg: await otherJpeg(128), kind: mpfKinds.otherEye },
  ]);
}
