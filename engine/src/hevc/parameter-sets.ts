import { BitReader } from '../bytes/bit-reader.ts';
import { nalTypes, type NalUnit } from './nal-units.ts';
import { readPictureParameters, type PictureParameters } from './picture-parameters.ts';
import { readSequenceParameters, type SequenceParameters } from './sequence-parameters.ts';

/** The parameter sets of a stream by their numbers; a later one replaces an earlier one (7.4.2.4). */
export class ParameterSets {
  readonly #sequences = new Map<number, SequenceParameters>();
  /** Read when a slice asks for them: until then the sequence's set may come, or be replaced. */
  readonly #pictures = new Map<number, Uint8Array>();
  readonly #read = new Map<number, PictureParameters>();

  /** All of these and, later on, others. */
  copy(): ParameterSets {
    const copy = new ParameterSets();
    for (const [id, sequence] of this.#sequences) copy.#sequences.set(id, sequence);
    for (const [id, payload] of this.#pictures) copy.#pictures.set(id, payload);
    return copy;
  }

  /** Takes a unit that holds a set. Throws what reading a sequence parameter set does. */
  take({ type, payload }: NalUnit): void {
    if (type === nalTypes.sps) {
      this.#sequences.set(...readSequenceParameters(new BitReader(payload)));
    } else if (type === nalTypes.pps) {
      this.#pictures.set(new BitReader(payload).unsigned(63), payload);
    }
    this.#read.clear();
  }

  /** A picture parameter set and that of its sequence; `undefined` where there is none of the number. */
  picture(id: number): PictureParameters | undefined {
    const payload = this.#pictures.get(id);
    const known = this.#read.get(id);
    if (known || !payload) return known;
    const parameters = readPictureParameters(new BitReader(payload), this.#sequences);
    this.#read.set(id, parameters);
    return parameters;
  }
}
