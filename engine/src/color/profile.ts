import { readFourCC, skip, sliceOf, type Slice } from '../bytes/reader.ts';
import { orNull } from '../errors.ts';
import { readCurve, readFixed, type Curve } from './curves.ts';
import { compensateBlack, readDeviceToXyz, type DeviceToXyz } from './device-to-pcs.ts';
import type { Matrix3 } from './matrix.ts';
import { headerSize, readName, readTags } from './profile-header.ts';

/** The parts of an ICC profile (ICC.1:2022) that the engine needs. */
export interface Profile {
  /** `RGB `, `GRAY`, `CMYK`, ... */
  space: string;
  /** The display name. */
  name: string;
  /**
   * Converts device values to XYZ relative to D50, by tables. Takes precedence, as the better
   * description.
   */
  tables?: DeviceToXyz;
  /** Converts device RGB to XYZ relative to D50, by curves and a matrix. */
  matrix?: { toXyz: Matrix3; curves: [Curve, Curve, Curve] };
  /** Converts gray to linear light. */
  gray?: Curve;
}

function readXyz(slice: Slice): [number, number, number] {
  skip(slice, 8);
  return [readFixed(slice), readFixed(slice), readFixed(slice)];
}

/** Perceptual, then colorimetric, then saturation: LittleCMS' default order. */
const tableTags = ['A2B0', 'A2B1', 'A2B2'];

/** Channel counts of the color spaces that the engine handles. */
const channelsOf: Readonly<Record<string, number>> = { 'RGB ': 3, GRAY: 1, CMYK: 4 };

function readTables(
  tags: Map<string, Slice>,
  space: string,
  connection: string,
  version: number,
): DeviceToXyz | null {
  const channels = channelsOf[space];
  if (!channels || (connection !== 'XYZ ' && connection !== 'Lab ')) return null;
  for (const tag of tableTags) {
    const slice = tags.get(tag);
    // A broken table is ignored: the curves may still be valid.
    const tables = slice && orNull(() => readDeviceToXyz(slice, connection, channels));
    if (tables) return version >= 4 && tag !== 'A2B1' ? compensateBlack(tables) : tables;
  }
  return null;
}

/** Reads a profile. `null` when it is broken, which counts as no profile. */
export function readProfile(bytes: Uint8Array): Profile | null {
  return orNull(() => {
    const header = sliceOf(bytes, 16);
    const space = readFourCC(header);
    const connection = readFourCC(header);
    const tags = readTags(sliceOf(bytes, headerSize));
    const profile: Profile = { space, name: readName(tags.get('desc')) };
    const curveOf = (tag: string) => {
      const slice = tags.get(tag);
      return slice ? readCurve({ ...slice }) : null;
    };
    const tables = readTables(tags, space, connection, bytes[8]!);
    if (tables) profile.tables = tables;
    if (space === 'GRAY') {
      const gray = curveOf('kTRC');
      if (gray) profile.gray = gray;
    }
    const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => tags.get(tag));
    const curves = ['rTRC', 'gTRC', 'bTRC'].map(curveOf);
    if (
      space === 'RGB ' &&
      connection === 'XYZ ' &&
      columns.every((column) => column !== undefined)
    ) {
      const [r, g, b] = columns.map((column) => readXyz({ ...column }));
      const [red, green, blue] = curves;
      if (red && green && blue) {
        const toXyz: Matrix3 = [r![0], g![0], b![0], r![1], g![1], b![1], r![2], g![2], b![2]];
        profile.matrix = { toXyz, curves: [red, green, blue] };
      }
    }
    return profile;
  });
}
