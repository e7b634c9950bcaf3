// Moves the regions (such as faces) in XMP after a picture is turned, cropped or resized.
import type { MetadataBlocks } from './blocks.ts';
import { type Moved, moveArea } from './described.ts';
import {
  decodeXmp,
  exifNamespace,
  mapXmp,
  prefixesOf,
  type Properties,
  removeProperties,
} from './xmp.ts';

const regions = 'http://www.metadataworkinggroup.com/schemas/regions/';

/** The subject in pixels, which Exif also stores. */
const subject: Properties = { namespace: exifNamespace, names: 'SubjectArea|SubjectLocation' };

const unmovable: Properties[] = [
  { namespace: 'http://ns.microsoft.com/photo/1.2/', names: 'RegionInfo' },
  { namespace: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/', names: 'ImageRegion' },
  { namespace: 'http://ns.acdsee.com/regions/', names: 'Regions' },
];

/** Rotation angle of a face. Only Apple knows its reference. */
const angles: Properties = {
  namespace: 'http://ns.apple.com/faceinfo/1.0/',
  names: 'AngleInfo\\w+',
};

/** Matches a number in a structure, as attribute or element. */
function numberPattern(prefixes: readonly string[], name: string): RegExp {
  const anyPrefix = `(?:${prefixes.join('|').replaceAll('.', '\\.')})`;
  return new RegExp(`(?<=[\\s<])(${anyPrefix}:${name}(?:\\s*=\\s*["']|>)\\s*)([^"'<\\s]*)`, 'g');
}

/** The number with this name. `null` unless there is exactly one, and it is a number. */
function findNumber(text: string, prefixes: readonly string[], name: string): number | null {
  const [found, ...more] = text.matchAll(numberPattern(prefixes, name));
  const number = found && more.length === 0 && found[2] !== '' ? Number(found[2]) : NaN;
  return Number.isFinite(number) ? number : null;
}

function setNumbers(
  text: string,
  prefixes: readonly string[],
  numbers: Readonly<Record<string, number>>,
): string {
  return Object.entries(numbers).reduce(
    (set, [name, number]) =>
      set.replace(numberPattern(prefixes, name), (_, before: string) => before + number),
    text,
  );
}

/** Six decimals are finer than a pixel. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;

/**
 * Moves the regions of the Metadata Working Group's guidelines (2.0, 5.9). Their centers and sizes
 * are fractions of the picture before any turn. `null` where the notation is unusual, or a region
 * is cut off.
 */
function moveAll(text: string, picture: Moved): string | null {
  const areaPrefixes = prefixesOf(text, 'http://ns.adobe.com/xmp/sType/Area#');
  const sizePrefixes = prefixesOf(text, 'http://ns.adobe.com/xap/1.0/sType/Dimensions#');
  const [prefix, ...others] = prefixesOf(text, regions);
  if (!prefix || others.length > 0 || areaPrefixes.length === 0) return null;
  const { crop } = picture.fromStored;
  let isKnown = true;
  let areas = 0;
  const moveOne = (found: string): string => {
    areas += 1;
    const number = (name: string): number => findNumber(found, areaPrefixes, name) ?? NaN;
    const isCircle = findNumber(found, areaPrefixes, 'd') !== null;
    const stored = {
      x: number('x') * crop.width,
      y: number('y') * crop.height,
      width: number('w') * crop.width,
      height: number('h') * crop.height,
    };
    const isWhole = !isCircle && Object.values(stored).every(Number.isFinite);
    const moved = isWhole ? moveArea(stored, picture) : null;
    isKnown &&= moved !== null;
    if (!moved) return found;
    return setNumbers(found, areaPrefixes, {
      x: rounded(moved.x / picture.width),
      y: rounded(moved.y / picture.height),
      w: rounded(moved.width / picture.width),
      h: rounded(moved.height / picture.height),
    });
  };
  const resize = (found: string): string => {
    const [width, height] = ['w', 'h'].map((name) => findNumber(found, sizePrefixes, name));
    // Valid only if the regions refer to the stored picture; its scale does not matter.
    isKnown &&= Boolean(
      width && height && Math.abs((width * crop.height) / (height * crop.width) - 1) < 0.01,
    );
    return setNumbers(found, sizePrefixes, { w: picture.width, h: picture.height });
  };
  const startOf = (name: string): string => `<${prefix}:${name}(?=[\\s/>])`;
  // Matches only up to the next structure of its kind. Otherwise thousands of unclosed ones would
  // each be searched to the packet's end.
  const structure = (name: string): RegExp => {
    const content = `(?:(?!${startOf(name)})[^])*?</${prefix}:${name}\\s*>`;
    return new RegExp(`${startOf(name)}[^<>]*(?:(?<=/)>|(?<!/)>${content})`, 'g');
  };
  const moved = text
    .replace(structure('AppliedToDimensions'), resize)
    .replace(structure('Area'), moveOne);
  isKnown &&= areas === [...text.matchAll(new RegExp(startOf('Area'), 'g'))].length;
  return isKnown ? removeProperties(moved, [angles]) : null;
}

function movePacket(packet: Uint8Array, picture: Moved): Uint8Array | null {
  const decoded = decodeXmp(packet);
  if (decoded === null) return null;
  let text = removeProperties(decoded, [subject]);
  const { transpose, flipX, flipY, crop } = picture.fromStored;
  const { area } = picture;
  const isCut = area.width * area.height !== crop.width * crop.height;
  // Resizing alone changes no fractions.
  if (transpose || flipX || flipY || isCut) {
    const all = { namespace: regions, names: 'Regions' };
    text = removeProperties(text, unmovable);
    text = moveAll(text, picture) ?? removeProperties(text, [all]);
  }
  return new TextEncoder().encode(text);
}

/** The blocks with XMP's regions moved to the current picture, or removed. */
export function moveRegions(
  { exif, photoshop, ...packets }: MetadataBlocks,
  picture: Moved,
): MetadataBlocks {
  return {
    ...(exif && { exif }),
    ...mapXmp(packets, (packet) => movePacket(packet, picture)),
    ...(photoshop && { photoshop }),
  };
}
