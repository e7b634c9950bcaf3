import type { Cicp } from '../planes/planes.ts';
import { BitReader } from '../bytes/bit-reader.ts';
import { orNull } from '../errors.ts';
import { nalTypes, readNalUnit } from './nal-units.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/**
 * Color according to the first sequence parameter set among the NAL units. `null` when it says
 * nothing, or is unreadable, which decoding then reports.
 */
export function findHevcColor(nalUnits: readonly Uint8Array[]): Cicp | null {
  return orNull(() => {
    for (const bytes of nalUnits) {
      const unit = readNalUnit(bytes);
      if (unit?.type !== nalTypes.sps) continue;
      return readSequenceParameters(new BitReader(unit.payload))[1].color;
    }
    return null;
  });
}
