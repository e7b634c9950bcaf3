import type { CodedColour } from '../planes/planes.ts';
import { BitReader } from './bit-reader.ts';
import { nalTypes, readNalUnit } from './nal-units.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/**
 * What the first sequence parameter set among NAL units says about colour. `null` when it says nothing,
 * or can't be read here: decoding tells.
 */
export function findHevcColour(nalUnits: readonly Uint8Array[]): CodedColour | null {
  try {
    for (const bytes of nalUnits) {
      const unit = readNalUnit(bytes);
      if (unit?.type !== nalTypes.sps) continue;
      return readSequenceParameters(new BitReader(unit.payload))[1].colour;
    }
  } catch {
    return null;
  }
  return null;
}
