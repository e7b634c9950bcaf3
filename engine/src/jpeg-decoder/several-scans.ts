// Decodes a picture that has several scans. In each scan, a block depends only on earlier scans of
// the same block. So all scans are read in parallel, one MCU row at a time, and only one row's
// coefficients are in memory.
import { align, growMemory } from '../wasm/memory.ts';
import * as F from './fields.ts';
import type { JpegFrame } from './frame.ts';
import { type HuffmanTable, makeLookup } from './huffman-lookup.ts';
import { Input } from './input.ts';
import { leaveToOthers } from './leave-to-others.ts';
import {
  type Band,
  type BandDecoder,
  blocksOf,
  mcusOf,
  type RowDecoder,
  type Target,
} from './mcus.ts';
import { type DecoderModule, needsInput, rowDone, writeSteps } from './module.ts';
import { cutsOf, Places } from './places.ts';
import type { Scan } from './scans.ts';

/** Size of each scan's input buffer, in bytes. */
const inputBytes = 2 ** 16;

/** A component's blocks in one MCU row. */
interface BlockRows {
  across: number;
  down: number;
  /** Blocks that cover the whole picture, without those that only fill up MCUs. */
  ownAcross: number;
  ownDown: number;
  address: number;
  rowBytes: number;
}

/** A scan that is being read. */
class RunningScan {
  readonly scan: Scan;
  readonly address: number;
  readonly place: number;
  readonly input: Input;
  /** Address of its input position in the module's memory. */
  position: number;

  constructor(scan: Scan, address: number, place: number, input: Input, position: number) {
    this.scan = scan;
    this.address = address;
    this.place = place;
    this.input = input;
    this.position = position;
  }
}

/** All scans of a picture, advanced together one MCU row at a time. */
class Scans {
  readonly #instance: DecoderModule;
  readonly #data: Uint8Array;
  readonly #components: BlockRows[];
  readonly running: RunningScan[] = [];
  /** MCUs per row. */
  readonly columns: number;
  /** First address after the memory in use. */
  readonly behind: number;
  readonly #blocks: readonly [start: number, end: number];

  constructor(instance: DecoderModule, frame: JpegFrame, scans: readonly Scan[], data: Uint8Array) {
    this.#instance = instance;
    this.#data = data;
    const grid = mcusOf(frame);
    this.columns = grid.columns;
    writeSteps(instance, frame);
    let end = align(instance.heapBase({}), 64);
    const take = (bytes: number): number => {
      const address = end;
      end = align(end + bytes, 64);
      return address;
    };
    const start = end;
    this.#components = frame.components.map((_, component) => {
      const { across, down } = blocksOf(frame, component, grid);
      const rowBytes = grid.columns * across * F.BLOCK_BYTES;
      const own = (size: number, by: number, most: number): number =>
        Math.ceil(Math.ceil((size * by) / most) / 8);
      return {
        across,
        down,
        rowBytes,
        address: take(rowBytes * down),
        ownAcross: own(frame.width, across, grid.across),
        ownDown: own(frame.height, down, grid.down),
      };
    });
    this.#blocks = [start, end];
    const tables = this.#writeTables(scans, take);
    const words = F.PARTS + 4 * F.PART_WORDS;
    const places = scans.map(() => ({
      address: take(words * 4),
      place: take(instance.placeBytes({})),
      input: take(inputBytes + 2 * 64),
    }));
    growMemory(instance.memory, end, 'the JPEG decoder');
    this.behind = end;
    new Uint8Array(instance.memory.buffer).fill(0, ...this.#blocks);
    for (const [index, scan] of scans.entries()) {
      const { address, place, input: inputAt } = places[index]!;
      new Int32Array(instance.memory.buffer, address, words).set(this.#describe(scan, tables));
      const coded = data.subarray(0, scan.end);
      const input = new Input(instance, coded, scan.start, {
        start: inputAt,
        capacity: inputBytes,
      });
      instance.startProgressive({ newScan: address });
      instance.savePlace({ to: place });
      this.running.push(new RunningScan(scan, address, place, input, instance.inputPosition({})));
    }
  }

  /** Writes each table once per way it is used. Returns a function that finds a table's address. */
  #writeTables(
    scans: readonly Scan[],
    take: (bytes: number) => number,
  ): (table: HuffmanTable | undefined, withValues: boolean) => number {
    const known = [new Map<HuffmanTable, number>(), new Map<HuffmanTable, number>()];
    const write = (table: HuffmanTable | undefined, withValues: boolean): void => {
      const addresses = known[Number(withValues)]!;
      if (!table || addresses.has(table)) return;
      const lookup = makeLookup(table, withValues);
      if (!lookup) throw leaveToOthers('wrong tables');
      const address = take(lookup.byteLength);
      growMemory(this.#instance.memory, address + lookup.byteLength, 'the JPEG decoder');
      new Uint32Array(this.#instance.memory.buffer, address, lookup.length).set(lookup);
      addresses.set(table, address);
    };
    for (const scan of scans) {
      const { hasDc, hasAc } = needsOf(scan);
      for (const { dc, ac } of scan.parts) {
        if ((hasDc && !dc) || (hasAc && !ac)) throw leaveToOthers('a table is missing');
        if (hasDc) write(dc, false);
        if (hasAc) write(ac, !scan.refines);
      }
    }
    return (table, withValues) => (table && known[Number(withValues)]!.get(table)) ?? 0;
  }

  #describe(
    scan: Scan,
    addressOf: (table: HuffmanTable | undefined, withValues: boolean) => number,
  ): Int32Array {
    const { first, last, refines, low, interval, parts } = scan;
    const words = new Int32Array(F.PARTS + 4 * F.PART_WORDS);
    words[F.FIRST] = first;
    words[F.LAST] = last;
    words[F.REFINES] = Number(refines);
    words[F.LOW] = low;
    words[F.INTERVAL] = interval;
    words[F.PART_COUNT] = parts.length;
    parts.forEach(({ component, dc, ac }, part) => {
      const at = F.PARTS + part * F.PART_WORDS;
      const { across, down, address, rowBytes } = this.#components[component]!;
      words[at + F.DC_TABLE] = addressOf(dc, false);
      words[at + F.AC_TABLE] = addressOf(ac, !refines);
      words[at + F.BLOCKS] = address;
      words[at + F.ROW_BYTES] = rowBytes;
      words[at + F.ACROSS] = across;
      words[at + F.DOWN] = down;
    });
    return words;
  }

  /** Number of the scan's own MCU rows within MCU row `row` of the picture. */
  rowsOf({ parts }: Scan, row: number): number {
    if (parts.length > 1) return 1;
    const { down, ownDown } = this.#components[parts[0]!.component]!;
    return Math.min(down, ownDown - row * down);
  }

  /** Number of the scan's own MCUs before MCU column `mcu` of the picture. */
  columnOf({ parts }: Scan, mcu: number): number {
    if (parts.length > 1) return mcu;
    const { across, ownAcross } = this.#components[parts[0]!.component]!;
    return Math.min(mcu * across, ownAcross);
  }

  /**
   * Reads row `own` (the scan's own, within the current MCU row). Calls `onCut` at each of the
   * cuts.
   */
  read(
    running: RunningScan,
    own: number,
    cuts: readonly number[],
    onCut: (index: number) => void = () => {},
  ): void {
    const { scan, address, place, input } = running;
    const instance = this.#instance;
    instance.enterScan({ newScan: address, place, at: 0 });
    instance.setInputPosition({ at: running.position });
    for (const [index, mcu] of cuts.entries()) {
      const end = this.columnOf(scan, mcu);
      for (;;) {
        const status = instance.readScanRow({ row: own, end, ...input.state });
        if (status === rowDone) break;
        if (status !== needsInput) throw leaveToOthers('damaged');
        input.refill();
      }
      onCut(index);
    }
    instance.savePlace({ to: place });
    running.position = instance.inputPosition({});
  }

  /** Transforms the band's coefficients to samples, which clears them. */
  transform({ first, end }: Band, { addresses, strides }: Target): void {
    this.#components.forEach(({ across, down, address, rowBytes }, component) => {
      for (let row = 0; row < down; row++) {
        this.#instance.transformBlocks({
          component,
          count: (end - first) * across,
          stride: strides[component]!,
          blocks: address + row * rowBytes + first * across * F.BLOCK_BYTES,
          target: addresses[component]! + row * 8 * strides[component]!,
        });
      }
    });
  }

  /** Clears the row's coefficients. */
  clear(): void {
    new Uint8Array(this.#instance.memory.buffer).fill(0, ...this.#blocks);
  }

  /** Throws when a scan has more data than the picture needs. */
  finish(): void {
    for (const { scan, address, place, position } of this.running) {
      this.#instance.enterScan({ newScan: address, place, at: 0 });
      this.#instance.setInputPosition({ at: position });
      const marker = this.#data[scan.end - 1]!;
      if (!this.#instance.endInterval({ marker })) throw leaveToOthers('damaged');
    }
  }
}

/** Which tables a scan needs. Refinement bits of DC coefficients are not Huffman-coded. */
function needsOf({ first, last, refines }: Scan): { hasDc: boolean; hasAc: boolean } {
  return { hasDc: first === 0 && !refines, hasAc: last > 0 };
}

export class SeveralScansRows implements RowDecoder {
  readonly #scans: Scans;
  #row = 0;

  constructor(instance: DecoderModule, frame: JpegFrame, scans: readonly Scan[], data: Uint8Array) {
    this.#scans = new Scans(instance, frame, scans, data);
  }

  get behind(): number {
    return this.#scans.behind;
  }

  decodeRow(target: Target): void {
    const { running, columns } = this.#scans;
    for (const each of running) {
      const rows = this.#scans.rowsOf(each.scan, this.#row);
      for (let own = 0; own < rows; own++) this.#scans.read(each, own, [columns]);
    }
    this.#scans.transform({ first: 0, end: columns }, target);
    this.#row += 1;
  }

  finish(): void {
    this.#scans.finish();
  }
}

export class SeveralScansBands implements BandDecoder {
  readonly #instance: DecoderModule;
  readonly #scans: Scans;
  readonly #cuts: number[];
  readonly #places: Places;
  /** Per MCU row and scan: index of the place at the row's first cut. */
  readonly #firsts: number[][] = [];
  #count = 0;

  constructor(
    instance: DecoderModule,
    frame: JpegFrame,
    scans: readonly Scan[],
    data: Uint8Array,
    bands: readonly Band[],
  ) {
    this.#instance = instance;
    this.#scans = new Scans(instance, frame, scans, data);
    this.#cuts = cutsOf(bands);
    const { rows, down } = mcusOf(frame);
    const count = scans.length * down * rows * this.#cuts.length;
    this.#places = new Places(instance, this.#scans.behind, count);
  }

  get behind(): number {
    return this.#places.behind;
  }

  passRow(): void {
    const row = this.#firsts.length;
    const cuts = [...this.#cuts, this.#scans.columns];
    this.#firsts.push(
      this.#scans.running.map((each) => {
        const from = this.#count;
        for (let own = 0; own < this.#scans.rowsOf(each.scan, row); own++) {
          const at = this.#count;
          this.#scans.read(each, own, cuts, (index) => {
            if (index < this.#cuts.length) this.#places.save(at + index, each.input.offset);
          });
          this.#count += this.#cuts.length;
        }
        return from;
      }),
    );
    this.#scans.clear();
  }

  finish(): void {
    this.#scans.finish();
  }

  decodeBand(row: number, band: Band, target: Target): void {
    const [first, end] = [this.#cuts.indexOf(band.first), this.#cuts.indexOf(band.end)];
    this.#scans.running.forEach(({ scan, address, input }, index) => {
      for (let own = 0; own < this.#scans.rowsOf(scan, row); own++) {
        const at = this.#firsts[row]![index]! + own * this.#cuts.length;
        input.seek(this.#places.offsetOf(at + first), this.#places.offsetOf(at + end));
        const place = this.#places.addressOf(at + first);
        const column = this.#scans.columnOf(scan, band.first);
        this.#instance.enterScan({ newScan: address, place, at: column });
        const status = this.#instance.readScanRow({
          row: own,
          end: this.#scans.columnOf(scan, band.end),
          inputEnd: 0,
          isAll: true,
        });
        if (status !== rowDone) throw leaveToOthers('damaged');
      }
    });
    this.#scans.transform(band, target);
  }
}
