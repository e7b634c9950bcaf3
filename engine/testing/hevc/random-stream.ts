// Streams of random syntax elements for the tools that x265 does not use: PCM, tiles, dependent
// slices, cross-component prediction, chroma QP offsets, the range extensions' residual tools.
// Nothing is searched or measured; what such a stream shows is up to whoever decodes it.
import { BitWriter, escapePayload, nalUnit } from './bit-writer.ts';
import { CabacWriter } from './cabac-writer.ts';
import { RandomCodingTree } from './random-coding-tree.ts';
import { type Contexts, initialContexts } from './random-contexts.ts';
import { extraSliceBits, writeParameterSets } from './parameter-sets.ts';
import { chooseParameters, type RandomParameters } from './random-parameters.ts';
import { seededRandom } from '../mutate.ts';

class RandomPicture {
  readonly #p: RandomParameters;
  readonly #random: () => number;
  readonly #cabac = new CabacWriter();
  readonly units: Uint8Array[];
  readonly #tree: RandomCodingTree;

  constructor(seed: number, choose: typeof chooseParameters) {
    this.#random = seededRandom(seed);
    this.#p = choose(this.#random);
    this.#tree = new RandomCodingTree(this.#p, this.#random, this.#cabac);
    this.units = writeParameterSets(this.#p);
    this.#writeSlices();
  }

  get parameters(): RandomParameters {
    return this.#p;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(part: number): boolean {
    return this.#random() < part;
  }

  #sliceQp(): number {
    const { initQp, maxSliceDelta, depthLuma } = this.#p;
    const qp = initQp + this.#below(2 * maxSliceDelta + 1) - maxSliceDelta;
    return Math.min(Math.max(qp, -6 * (depthLuma - 8)), 51);
  }

  #writeSlices(): void {
    const p = this.#p;
    const tiles = p.tileColumns.length > 2 || p.tileRows.length > 2;
    const order: { x: number; y: number; column: number; newTile: boolean; newRow: boolean }[] = [];
    for (let row = 0; row + 1 < p.tileRows.length; row++) {
      for (let column = 0; column + 1 < p.tileColumns.length; column++) {
        for (let y = p.tileRows[row]!; y < p.tileRows[row + 1]!; y++) {
          for (let x = p.tileColumns[column]!; x < p.tileColumns[column + 1]!; x++) {
            const newRow = x === p.tileColumns[column]!;
            order.push({
              x,
              y,
              column: x - p.tileColumns[column]!,
              newTile: newRow && y === p.tileRows[row]!,
              newRow,
            });
          }
        }
      }
    }
    // Either slices hold whole tiles, or tiles hold whole slices (7.4.7.1).
    const slicesHoldTiles = tiles && (!p.slices || this.#chance(0.5));
    const endRate = p.slices ? 0.15 : 0;
    const widthInCtbs = p.tileColumns.at(-1)!;
    let parts: Uint8Array[] = [];
    let address = 0;
    let dependent = false;
    let segmentMidRow = false;
    let sliceMidRow = false;
    let saved = this.#tree.contexts;
    let rowContexts: Contexts | null = null;
    for (const [index, ctb] of order.entries()) {
      if (parts.length === 0 && address < 0) address = ctb.y * widthInCtbs + ctb.x;
      const startsSegment = index === 0 || address === ctb.y * widthInCtbs + ctb.x;
      const startsSlice = startsSegment && !dependent;
      if (startsSlice) {
        this.#tree.slice = {
          qp: this.#sliceQp(),
          saoLuma: this.#chance(0.7),
          saoChroma: this.#chance(0.7),
          offsets: this.#chance(0.7),
        };
        sliceMidRow = !ctb.newRow;
      }
      if (startsSegment) segmentMidRow = !ctb.newRow;
      if (startsSlice || ctb.newTile) this.#tree.startRegion();
      if (startsSlice || ctb.newTile) this.#tree.contexts = initialContexts(this.#tree.slice.qp);
      else if (p.wavefronts && ctb.newRow) {
        const unit = 1 << p.log2Ctb;
        const isThere = this.#tree.isAvailable((ctb.x + 1) * unit, ctb.y * unit - 1);
        this.#tree.contexts =
          isThere && rowContexts
            ? structuredClone(rowContexts)
            : initialContexts(this.#tree.slice.qp);
      } else if (startsSegment) this.#tree.contexts = structuredClone(saved);

      this.#tree.writeCtb(ctb.x, ctb.y);
      if (p.wavefronts && ctb.column === 1) rowContexts = structuredClone(this.#tree.contexts);

      const next = order[index + 1];
      let ends = !next;
      let nextDependent = p.dependentSlices && this.#chance(0.5);
      if (next) {
        if (!tiles) ends = this.#chance(endRate);
        else if (next.newTile) {
          ends = !slicesHoldTiles || this.#chance(endRate * 3);
          if (!slicesHoldTiles) nextDependent = false;
        } else if (!slicesHoldTiles) ends = this.#chance(endRate);
        if (p.wavefronts && next.newRow) {
          if (segmentMidRow) ends = true;
          if (sliceMidRow) nextDependent = false;
        }
      }
      this.#cabac.terminate(ends ? 1 : 0);
      if (ends) {
        parts.push(this.#cabac.take());
        saved = structuredClone(this.#tree.contexts);
        this.units.push(this.#sliceUnit(address, dependent, parts));
        parts = [];
        address = next ? next.y * widthInCtbs + next.x : -1;
        dependent = nextDependent;
      } else if (next && (next.newTile || (p.wavefronts && next.newRow))) {
        this.#cabac.terminate(1);
        parts.push(this.#cabac.take());
      }
    }
  }

  #sliceUnit(address: number, dependent: boolean, parts: readonly Uint8Array[]): Uint8Array {
    const p = this.#p;
    const w = new BitWriter();
    const tiles = p.tileColumns.length > 2 || p.tileRows.length > 2;
    const ctbs = p.tileColumns.at(-1)! * p.tileRows.at(-1)!;
    w.flag(address === 0);
    w.flag(false);
    w.unsigned(0);
    if (address > 0) {
      if (p.dependentSlices) w.flag(dependent);
      w.bits(address, Math.ceil(Math.log2(ctbs)));
    }
    if (!dependent) {
      if (p.wordy) w.bits(1, extraSliceBits);
      w.unsigned(2);
      if (p.wordy) w.flag(true); // pic_output_flag
      if (p.nalType === 21) {
        w.bits(0, 8); // slice_pic_order_cnt_lsb, and a reference picture set of its own: empty
        w.flag(false);
        w.unsigned(0);
        w.unsigned(0);
      }
      if (p.sao) {
        w.flag(this.#tree.slice.saoLuma);
        if (p.chroma > 0) w.flag(this.#tree.slice.saoChroma);
      }
      w.signed(this.#tree.slice.qp - p.initQp);
      if (p.sliceOffsets) {
        // With the picture's, they stay within -12 to 12.
        for (const offset of [p.cbOffset, p.crOffset]) {
          w.signed(Math.min(Math.max(offset + this.#below(13) - 6, -12), 12) - offset);
        }
      }
      if (p.chromaOffsets) w.flag(this.#tree.slice.offsets);
      let disabled = p.deblocking?.disabled ?? false;
      if (p.deblocking?.overridden) {
        const overrides = this.#chance(0.5);
        w.flag(overrides);
        if (overrides) {
          disabled = this.#chance(0.3);
          w.flag(disabled);
          if (!disabled) {
            w.signed(this.#below(13) - 6);
            w.signed(this.#below(13) - 6);
          }
        }
      }
      const sao =
        p.sao && (this.#tree.slice.saoLuma || (p.chroma > 0 && this.#tree.slice.saoChroma));
      if (p.acrossSlices && (sao || !disabled)) w.flag(this.#chance(0.5));
    }
    if (tiles || p.wavefronts) {
      w.unsigned(parts.length - 1);
      if (parts.length > 1) {
        w.unsigned(31);
        // Offsets count the bytes of emulation prevention.
        let bytes: Uint8Array = new Uint8Array(0);
        let before = 0;
        for (const part of parts.slice(0, -1)) {
          bytes = Buffer.concat([bytes, part]);
          const length = escapePayload(bytes).length;
          w.bits(length - before - 1, 32);
          before = length;
        }
      }
    }
    if (p.wordy) {
      w.unsigned(2); // bytes of the extension
      w.bits(0xabcd, 16);
    }
    w.stop();
    return nalUnit(p.nalType, Buffer.concat([w.bytes(), ...parts]));
  }
}

/** A picture that only its seed and `choose` decide, as a byte stream. */
export function randomStream(
  seed: number,
  choose = chooseParameters,
): { stream: Uint8Array; parameters: RandomParameters } {
  const picture = new RandomPicture(seed, choose);
  const start = Uint8Array.of(0, 0, 0, 1);
  return {
    stream: Buffer.concat(picture.units.flatMap((unit) => [start, unit])),
    parameters: picture.parameters,
  };
}
