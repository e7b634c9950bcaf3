import { readBytes, readU16, readU8, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import { isFrame, markers, readFrame, readTables, type Component } from './frame.ts';
import { lookUp } from './huffman-lookup.ts';
import { ScanBits } from './scan-bits.ts';

/** A component's coefficients: 64 a block in zigzag order, block behind block, with what fills the last MCUs. */
export interface ComponentBlocks {
  values: Int16Array;
  blocksAcross: number;
  /** Those that the picture reaches into. */
  ownAcross: number;
  ownDown: number;
  /** Blocks across and down an MCU. */
  across: number;
  down: number;
}

/** A JPEG's coefficients, however many scans they were in. */
export interface Coefficients extends Size {
  components: ComponentBlocks[];
  mcusAcross: number;
  mcusDown: number;
}

/** Sequential and progressive, with Huffman codes. */
const frames = [0xc0, 0xc1, 0xc2];

function damaged(why: string): EngineError {
  return new EngineError('corrupt-file', `JPEG: ${why}`);
}

/** What one scan holds of its components (ITU-T T.81, B.2.3 and G.1.1.1). */
interface Scan {
  parts: { blocks: ComponentBlocks; dc: Uint32Array | undefined; ac: Uint32Array | undefined }[];
  first: number;
  last: number;
  /** Bits below those that come: 0 where a value comes at once. */
  high: number;
  low: number;
}

class ScanReader {
  readonly #bits: ScanBits;
  readonly #scan: Scan;
  readonly #predictions: number[];
  /** Blocks, this one too, that have nothing more in this scan. */
  #emptyBlocks = 0;

  constructor(bits: ScanBits, scan: Scan) {
    this.#bits = bits;
    this.#scan = scan;
    this.#predictions = scan.parts.map(() => 0);
  }

  restart(): void {
    this.#predictions.fill(0);
    this.#emptyBlocks = 0;
  }

  readBlock(part: number, at: number): void {
    const { parts, first, last, high } = this.#scan;
    const { values } = parts[part]!.blocks;
    if (first === 0) this.#readDc(part, values, at);
    if (last === 0) return;
    if (high === 0) this.#readAc(parts[part]!.ac, values, at);
    else this.#refineAc(parts[part]!.ac, values, at);
  }

  #symbol(table: Uint32Array | undefined): number {
    if (!table) throw damaged('a table is missing');
    const found = lookUp(table, this.#bits.peek16());
    if (found === 0) throw damaged('no such code');
    this.#bits.skip(found >> 8);
    return found & 255;
  }

  #readDc(part: number, values: Int16Array, at: number): void {
    const { parts, high, low } = this.#scan;
    if (high > 0) {
      values[at]! |= this.#bits.read(1) << low;
      return;
    }
    const size = this.#symbol(parts[part]!.dc);
    if (size > 11) throw damaged('too large a difference');
    this.#predictions[part]! += this.#bits.readSigned(size);
    values[at] = this.#predictions[part]! << low;
  }

  #readAc(table: Uint32Array | undefined, values: Int16Array, at: number): void {
    if (this.#emptyBlocks > 0) {
      this.#emptyBlocks -= 1;
      return;
    }
    const { first, last, low } = this.#scan;
    for (let k = Math.max(first, 1); k <= last; k++) {
      const symbol = this.#symbol(table);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && run < 15) {
        this.#emptyBlocks = (1 << run) - 1 + this.#bits.read(run);
        return;
      }
      k += run;
      if (size === 0) continue;
      if (k > last) throw damaged('too many coefficients');
      values[at + k] = this.#bits.readSigned(size) << low;
    }
  }

  /** One more bit of what is there already, and what is there only now (ITU-T T.81, G.1.2.3). */
  #refineAc(table: Uint32Array | undefined, values: Int16Array, at: number): void {
    const { first, last, low } = this.#scan;
    const step = 1 << low;
    let k = first;
    while (this.#emptyBlocks === 0 && k <= last) {
      const symbol = this.#symbol(table);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size > 1) throw damaged('too large a step');
      if (size === 0 && run < 15) {
        this.#emptyBlocks = (1 << run) + this.#bits.read(run);
        break;
      }
      const added = size === 1 ? this.#bits.read(1) * 2 * step - step : 0;
      k = this.#refineUntil(values, at, k, run);
      if (added !== 0) {
        if (k > last) throw damaged('too many coefficients');
        values[at + k] = added;
      }
      k += 1;
    }
    if (this.#emptyBlocks === 0) return;
    this.#refineUntil(values, at, k, 64);
    this.#emptyBlocks -= 1;
  }

  /** Passes over so many zeros, and gives the place of the next one. */
  #refineUntil(values: Int16Array, at: number, from: number, zeros: number): number {
    const { last, low } = this.#scan;
    let left = zeros;
    let k = from;
    for (; k <= last; k++) {
      const value = values[at + k]!;
      if (value === 0) {
        if (left === 0) break;
        left -= 1;
      } else if (this.#bits.read(1) === 1 && (Math.abs(value) & (1 << low)) === 0) {
        values[at + k] = value + Math.sign(value) * (1 << low);
      }
    }
    return k;
  }
}

/** Goes through the blocks of a scan: in MCUs where it has several components, else row by row. */
function readScan(bits: ScanBits, scan: Scan, interval: number, picture: Coefficients): void {
  const reader = new ScanReader(bits, scan);
  const [one] = scan.parts;
  const isAlone = scan.parts.length === 1;
  const across = isAlone ? one!.blocks.ownAcross : picture.mcusAcross;
  const down = isAlone ? one!.blocks.ownDown : picture.mcusDown;
  const readMcu = (column: number, row: number): void => {
    if (isAlone) return reader.readBlock(0, (row * one!.blocks.blocksAcross + column) * 64);
    scan.parts.forEach(({ blocks }, part) => {
      for (let y = row * blocks.down; y < (row + 1) * blocks.down; y++)
        for (let x = column * blocks.across; x < (column + 1) * blocks.across; x++)
          reader.readBlock(part, (y * blocks.blocksAcross + x) * 64);
    });
  };
  for (let mcu = 0; mcu < across * down; mcu++) {
    if (interval > 0 && mcu > 0 && mcu % interval === 0) {
      if (!bits.restart((mcu / interval - 1) % 8)) throw damaged('a restart marker is missing');
      reader.restart();
    }
    readMcu(mcu % across, Math.floor(mcu / across));
    if (bits.isUsedUp) throw damaged('the data ends early');
  }
}

function startCoefficients(
  { width, height, components }: Size & { components: Component[] },
  bytes: number,
): Coefficients {
  const samplings = components.map(({ sampling }) => [sampling >> 4, sampling & 15] as const);
  const most = [0, 1].map((way) => Math.max(...samplings.map((each) => each[way]!)));
  const [mcusAcross, mcusDown] = [
    Math.ceil(width / 8 / most[0]!),
    Math.ceil(height / 8 / most[1]!),
  ];
  const sizes = samplings.map(([across, down]) => ({
    ...{ across, down, blocksAcross: mcusAcross * across },
    ownAcross: Math.ceil(Math.ceil((width * across) / most[0]!) / 8),
    ownDown: Math.ceil(Math.ceil((height * down) / most[1]!) / 8),
  }));
  const counts = sizes.map(({ blocksAcross, down }) => blocksAcross * mcusDown * down);
  // Each block has a bit at least.
  if (counts.reduce((sum, count) => sum + count, 0) > bytes * 8) throw damaged('too little data');
  return {
    ...{ width, height, mcusAcross, mcusDown },
    components: sizes.map((size, at) => ({ ...size, values: new Int16Array(counts[at]! * 64) })),
  };
}

function readScanHeader(
  body: Slice,
  {
    ids,
    picture,
    tables,
  }: { ids: number[]; picture: Coefficients; tables: (Uint32Array | undefined)[] },
): Scan {
  const parts = Array.from({ length: readU8(body) }, () => {
    const blocks = picture.components[ids.indexOf(readU8(body))];
    const selectors = readU8(body);
    if (!blocks) throw damaged('a scan of no component');
    return { blocks, dc: tables[(selectors >> 4) & 3], ac: tables[4 + (selectors & 3)] };
  });
  const [first, last, bits] = [readU8(body), readU8(body), readU8(body)];
  const isRefined = first === 0 && last > 0 && bits > 0;
  if (parts.length === 0 || first > last || last > 63 || isRefined) throw damaged('a wrong scan');
  if (parts.length > 1 && first > 0) throw damaged('a wrong scan');
  return { parts, first, last, high: bits >> 4, low: bits & 15 };
}

/**
 * Reads the coefficients of a JPEG of 8 bits a sample with Huffman codes in any number of scans, progressive
 * ones too (ITU-T T.81, annex G). `null` for other codings. Throws `corrupt-file`.
 */
export function readCoefficients(bytes: Uint8Array): Coefficients | null {
  const slice = sliceOf(bytes, 2);
  const tables: (Uint32Array | undefined)[] = [];
  let picture: Coefficients | null = null;
  let ids: number[] = [];
  let interval = 0;
  for (;;) {
    if (readU8(slice) !== 0xff) throw damaged('no marker');
    let marker = readU8(slice);
    while (marker === 0xff) marker = readU8(slice);
    if (marker === markers.eoi) return picture;
    const body = sliceOf(readBytes(slice, readU16(slice) - 2));
    if (isFrame(marker)) {
      const frame = frames.includes(marker) && !picture ? readFrame(body) : null;
      if (!frame) return null;
      ids = frame.components.map(({ id }) => id);
      picture = startCoefficients(frame, bytes.length);
    }
    if (marker === markers.dht && !readTables(body, tables, false)) return null;
    if (marker === markers.dri) interval = readU16(body);
    if (marker !== markers.sos) continue;
    if (!picture) return null;
    const bits = new ScanBits(bytes, slice.position);
    readScan(bits, readScanHeader(body, { ids, picture, tables }), interval, picture);
    slice.position = bits.end;
  }
}
