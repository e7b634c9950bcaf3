// Decodes a picture that has one sequential scan, as baseline ones do.
import type { JpegFrame, OneScan } from './frame.ts';
import { Input } from './input.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { mcusOf, type Band, type BandDecoder, type RowDecoder, type Target } from './mcus.ts';
import { type DecoderModule, endOfImage, needsInput, rowDone, writeSteps } from './module.ts';
import { cutsOf, Places } from './places.ts';

/** Size of the input buffer in the module's memory, in bytes. */
const inputBytes = 2 ** 20;

function start(instance: DecoderModule, frame: JpegFrame, scan: OneScan): void {
  const { buffer } = instance.memory;
  scan.tables.forEach((table, index) => {
    if (!table) return;
    new Uint32Array(buffer, instance.tableAddress({ table: index }), table.length).set(table);
  });
  writeSteps(instance, frame);
  const selectors = scan.selectors.map(({ dc, ac }) => (dc << 4) | ac);
  const { across, down, columns } = mcusOf(frame);
  instance.startScan({
    newComponents: frame.components.length,
    newAcross: across,
    newDown: down,
    newMcusPerRow: columns,
    newInterval: scan.interval,
    newSelectors0: selectors[0]!,
    newSelectors1: selectors[1] ?? 0,
    newSelectors2: selectors[2] ?? 0,
    newSelectors3: selectors[3] ?? 0,
    newBlackIsFull: frame.components[3]?.isFull ?? false,
  });
}

function inputOf(instance: DecoderModule, data: Uint8Array, scan: OneScan): Input {
  const place = { start: instance.heapBase({}), capacity: inputBytes };
  return new Input(instance, data, scan.start, place);
}

const planesOf = ({ addresses, strides }: Target) => ({
  y: addresses[0]!,
  yStride: strides[0]!,
  cb: addresses[1] ?? 0,
  cr: addresses[2] ?? 0,
  cStride: strides[1] ?? 0,
  black: addresses[3] ?? 0,
});

function finish(instance: DecoderModule): void {
  if (!instance.endInterval({ marker: endOfImage })) throw leaveToOthers('damaged');
}

export class OneScanRows implements RowDecoder {
  readonly #instance: DecoderModule;
  readonly #input: Input;
  readonly #mcus: number;

  constructor(instance: DecoderModule, frame: JpegFrame, scan: OneScan, data: Uint8Array) {
    start(instance, frame, scan);
    this.#instance = instance;
    this.#input = inputOf(instance, data, scan);
    this.#mcus = mcusOf(frame).columns;
  }

  get behind(): number {
    return this.#input.behind;
  }

  decodeRow(target: Target): void {
    const planes = planesOf(target);
    for (;;) {
      const state = { ...this.#input.state, ...planes, end: this.#mcus };
      const status = this.#instance.decodeRow(state);
      if (status === rowDone) return;
      if (status !== needsInput) throw leaveToOthers('damaged');
      this.#input.refill();
    }
  }

  finish(): void {
    finish(this.#instance);
  }
}

export class OneScanBands implements BandDecoder {
  readonly #instance: DecoderModule;
  readonly #input: Input;
  readonly #mcus: number;
  readonly #cuts: number[];
  readonly #places: Places;
  #passed = 0;

  constructor(
    instance: DecoderModule,
    frame: JpegFrame,
    scan: OneScan,
    data: Uint8Array,
    bands: readonly Band[],
  ) {
    start(instance, frame, scan);
    this.#instance = instance;
    this.#input = inputOf(instance, data, scan);
    const { columns, rows } = mcusOf(frame);
    this.#mcus = columns;
    this.#cuts = cutsOf(bands);
    this.#places = new Places(instance, this.#input.behind, this.#cuts.length * rows);
  }

  get behind(): number {
    return this.#places.behind;
  }

  passRow(): void {
    for (const [index, end] of this.#cuts.entries()) {
      this.#skipTo(end);
      this.#places.save(this.#passed * this.#cuts.length + index, this.#input.offset);
    }
    if (this.#cuts.at(-1) !== this.#mcus) this.#skipTo(this.#mcus);
    this.#passed += 1;
  }

  #skipTo(end: number): void {
    for (;;) {
      const status = this.#instance.skipRow({ end, ...this.#input.state });
      if (status === rowDone) return;
      if (status !== needsInput) throw leaveToOthers('damaged');
      this.#input.refill();
    }
  }

  finish(): void {
    finish(this.#instance);
  }

  decodeBand(row: number, { first, end }: Band, target: Target): void {
    const [from, behind] = [first, end].map(
      (mcu) => row * this.#cuts.length + this.#cuts.indexOf(mcu),
    );
    const places = this.#places;
    this.#input.seek(places.offsetOf(from!), places.offsetOf(behind!));
    this.#instance.restorePlace({ from: places.addressOf(from!) });
    this.#instance.enterRow({ at: first });
    const state = { ...planesOf(target), end, inputEnd: 0, isAll: true };
    if (this.#instance.decodeRow(state) !== rowDone) throw leaveToOthers('damaged');
  }
}
