import type { Slice } from '../bytes/reader.ts';
import {
  readBytes,
  readCString,
  readFourCC,
  readI32,
  readSlice,
  readU16,
  readU32,
  readU8,
  readUint,
  remaining,
} from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { Cicp } from '../planes/planes.ts';
import { readBoxes, readVersionAndFlags } from './boxes.ts';
import type { HevcConfiguration } from './hevc-configuration.ts';
import { readHevcConfiguration } from './hevc-configuration.ts';

/** Numerators and denominators of `clap` (ISO/IEC 14496-12, 12.1.4), in pixels. */
export interface CleanAperture {
  width: number;
  height: number;
  /** Distance from the picture's center to the crop's center, to the right. */
  offsetX: number;
  /** Distance from the picture's center to the crop's center, downwards. */
  offsetY: number;
}

/** A parsed item property (ISO/IEC 23008-12, 6.5). For `other`, only the box type is known. */
export type Property =
  | { kind: 'size'; width: number; height: number }
  | { kind: 'pixel-depths'; bits: number[] }
  /** A `colr` box of type `nclx`. */
  | { kind: 'nclx'; nclx: Cicp }
  | { kind: 'icc'; profile: Uint8Array }
  | { kind: 'hevc-configuration'; bytes: Uint8Array; configuration: HevcConfiguration }
  | { kind: 'codec-configuration'; type: 'av1C' | 'avcC' | 'jpgC'; bytes: Uint8Array }
  /** Quarter turns counterclockwise, 0 to 3. */
  | { kind: 'rotation'; quarterTurns: number }
  | { kind: 'mirror'; swap: 'top-bottom' | 'left-right' }
  | { kind: 'crop'; aperture: CleanAperture }
  | { kind: 'auxiliary'; urn: string }
  | { kind: 'pixel-aspect'; horizontal: number; vertical: number }
  /** Candela per square meter. */
  | { kind: 'light-level'; max: number; average: number }
  | { kind: 'other'; type: string };

export interface AssociatedProperty {
  property: Property;
  /** A reader that does not support an essential property must not show the item. */
  essential: boolean;
}

function readClap(body: Slice): CleanAperture {
  const fraction = (readNumerator: (slice: Slice) => number): number => {
    const numerator = readNumerator(body);
    const denominator = readU32(body);
    if (denominator === 0) throw new EngineError('corrupt-file', 'clap divides by zero');
    return numerator / denominator;
  };
  return {
    width: fraction(readU32),
    height: fraction(readU32),
    offsetX: fraction(readI32),
    offsetY: fraction(readI32),
  };
}

function readColor(body: Slice): Property {
  const type = readFourCC(body);
  if (type === 'nclx') {
    const nclx = {
      primaries: readU16(body),
      transfer: readU16(body),
      matrix: readU16(body),
      fullRange: (readU8(body) & 0x80) !== 0,
    };
    return { kind: 'nclx', nclx };
  }
  if (type === 'prof' || type === 'rICC') {
    return { kind: 'icc', profile: readBytes(body, remaining(body)) };
  }
  return { kind: 'other', type: 'colr' };
}

/** Reads a property from its box body. Throws `corrupt-file` where it is truncated. */
export function readProperty(type: string, body: Slice): Property {
  switch (type) {
    case 'ispe': {
      readVersionAndFlags(body);
      return { kind: 'size', width: readU32(body), height: readU32(body) };
    }
    case 'pixi': {
      readVersionAndFlags(body);
      return { kind: 'pixel-depths', bits: [...readBytes(body, readU8(body))] };
    }
    case 'colr':
      return readColor(body);
    case 'hvcC': {
      const bytes = readBytes(body, remaining(body));
      return { kind: 'hevc-configuration', bytes, configuration: readHevcConfiguration(bytes) };
    }
    case 'av1C':
    case 'avcC':
    case 'jpgC':
      return { kind: 'codec-configuration', type, bytes: readBytes(body, remaining(body)) };
    case 'irot':
      return { kind: 'rotation', quarterTurns: readU8(body) & 3 };
    case 'imir':
      // ISO/IEC 23008-12:2022, 6.5.12: 0 exchanges top and bottom, 1 exchanges left and right.
      return { kind: 'mirror', swap: (readU8(body) & 1) === 0 ? 'top-bottom' : 'left-right' };
    case 'clap':
      return { kind: 'crop', aperture: readClap(body) };
    case 'auxC':
      readVersionAndFlags(body);
      return { kind: 'auxiliary', urn: readCString(body) };
    case 'pasp':
      return { kind: 'pixel-aspect', horizontal: readU32(body), vertical: readU32(body) };
    case 'clli':
      return { kind: 'light-level', max: readU16(body), average: readU16(body) };
    default:
      return { kind: 'other', type };
  }
}

/** An entry holds at most 255, and a file has at most one box per version (2) and flags (2). */
const maxAssociations = 4 * 255;

/** Reads `ipma` (ISO/IEC 23008-12, 9.3): the properties of each item, in order. */
function readAssociations(
  body: Slice,
  properties: Property[],
  into: Map<number, AssociatedProperty[]>,
): void {
  const { version, flags } = readVersionAndFlags(body);
  const idBytes = version < 1 ? 2 : 4;
  const indexBytes = (flags & 1) === 0 ? 1 : 2;
  const essentialBit = indexBytes === 1 ? 0x80 : 0x8000;
  const entryCount = readU32(body);
  for (let entry = 0; entry < entryCount; entry++) {
    const itemId = readUint(body, idBytes);
    const associationCount = readU8(body);
    const associated = into.get(itemId) ?? [];
    into.set(itemId, associated);
    if (associated.length + associationCount > maxAssociations) {
      throw new EngineError('corrupt-file', `item ${itemId} has too many properties`);
    }
    for (let i = 0; i < associationCount; i++) {
      const bits = readUint(body, indexBytes);
      const index = bits & (essentialBit - 1);
      if (index === 0) continue;
      const property = properties[index - 1];
      if (!property) {
        throw new EngineError(
          'corrupt-file',
          `item ${itemId} has property ${index}, which is not there`,
        );
      }
      associated.push({ property, essential: (bits & essentialBit) !== 0 });
    }
  }
}

/** Reads an `iprp` box: the properties of every item, in the order of application. */
export function readItemProperties(body: Slice): Map<number, AssociatedProperty[]> {
  const properties: Property[] = [];
  const associations: Slice[] = [];
  for (const box of readBoxes(body)) {
    if (box.type === 'ipco') {
      for (const { type, body: content } of readBoxes(box.body)) {
        properties.push(readProperty(type, content));
      }
    } else if (box.type === 'ipma') {
      associations.push(readSlice(box.body, remaining(box.body)));
    }
  }
  const result = new Map<number, AssociatedProperty[]>();
  for (const association of associations) readAssociations(association, properties, result);
  return result;
}
