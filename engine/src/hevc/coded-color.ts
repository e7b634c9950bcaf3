import type { Cicp } from '../planes/planes.ts';
import { BitReader } from '../bytes/bit-reader.ts';
import { nalTypes, readNalUnit } from './nal-units.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/**
 * What the first sequence parameter set among NAL units says about color. `null` when it says nothing,
 * or can't be read here: decoding tells.
 */
export function findHevcColor(nalUnits: readonly Uint8Array[]): Cicp | null {
  try {
    for (const bytes of nalUnits) {
      const unit = readNalUnit(bytes);
      if (unit?.type !== nalTypes.sps) continue;
      return readSequenceParameters(new BitReader(unit.payload))[1].color;
    }
  } catch {
    return null;
  }
  return null;
}
