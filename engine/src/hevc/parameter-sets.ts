import { BitReader } from '../bytes/bit-reader.ts';
import { nalTypes, type NalUnit } from './nal-units.ts';
import { readPictureParameters, type PictureParameters } from './picture-parameters.ts';
import { readSequenceParameters, type SequenceParameters } from './sequence-parameters.ts';

/** A stream's parameter sets by id. Later ones replace earlier ones (7.4.2.4). */
export class ParameterSets {
  readonly #sequences = new Map<number, SequenceParameters>();
  /** Parsed when a slice needs them, because the sequence's set may still arrive or be replaced. */
  readonly #pictures = new Map<number, Uint8Array>();
  readonly #read = new Map<number, PictureParameters>();

  /** A copy, to which sets can be added separately. */
  copy(): ParameterSets {
    const copy = new ParameterSets();
    for (const [id, sequence] of this.#sequences) copy.#sequences.set(id, sequence);
    for (const [id, payload] of this.#pictures) copy.#pictures.set(id, payload);
    return copy;
  }

  /** Adds a unit that holds a parameter set. Throws if a sequence parameter set is unreadable. */
  take({ type, payload }: NalUnit): void {
    if (type === nalTypes.sps) {
      this.#sequences.set(...readSequenceParameters(new BitReader(payload)));
    } else if (type === nalTypes.pps) {
      this.#pictures.set(new BitReader(payload).unsigned(63), payload);
    }
    this.#read.clear();
  }

  /** A picture parameter set, with its sequence's. `undefined` for an unknown id. */
  picture(id: number): PictureParameters | undefined {
    const payload = this.#pictures.get(id);
    const known = this.#read.get(id);
    if (known || !payload) return known;
    const parameters = readPictureParameters(new BitReader(payload), this.#sequences);
    this.#read.set(id, parameters);
    return parameters;
  }
}
