import { EngineError } from '../../errors.ts';
import { LzwExpander } from '../../lzw/expander.ts';
import { Inflater } from '../png/inflater.ts';
import { storedBytes, type Chunks } from './chunks.ts';
import { numberOf, type Layout } from './layout.ts';
import type { TiffFile } from './directories.ts';
import { expandFax, type FaxCoding } from './compressions/fax.ts';
import { expandLogL, expandLogLuv, expandLogLuv24, type LogRows } from './compressions/log-luv.ts';
import { expandLzw } from './compressions/lzw.ts';
import { expandPackBits } from './compressions/packbits.ts';
import { compressions, tags } from './tags.ts';
import { expandThunderScan } from './compressions/thunderscan.ts';

/**
 * Most bytes that one stored byte can expand to. Fax codes are missing here: white paper takes
 * almost no bytes.
 */
const expansions: Readonly<Record<number, number>> = {
  [compressions.none]: 1,
  [compressions.packBits]: 64,
  [compressions.thunderScan]: 32,
  [compressions.deflate]: 1_100,
  [compressions.oldDeflate]: 1_100,
  [compressions.otherDeflate]: 1_100,
  [compressions.logLuv]: 49,
  [compressions.logLuv24]: 1,
  [compressions.lzw]: 2_800,
};

/** T4Options (TIFF 6.0 section 11): rows may be coded relative to the one above. */
const twoDimensionalFlag = 1;

/** The share of a ThunderScan strip's rows that must be present. */
const mostRows = 7 / 8;

/** Bytes inflated at a time, so that data before damage is kept. */
const inflatedPiece = 1 << 18;

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) bits |= 128 >> bit;
  return bits;
});

function missing(): EngineError {
  return new EngineError('corrupt-file', 'TIFF: pixels are missing');
}

/** The most bytes that stored ones can expand to. Small parts may omit the end of a code. */
const mostBytes = (compression: number, stored: number): number =>
  stored * (expansions[compression] ?? Number.POSITIVE_INFINITY) + 64;

/**
 * Throws `corrupt-file` when the stored bytes cannot expand to the wanted size. Called before
 * allocating memory.
 */
export function requireEnough(compression: number, stored: number, wanted: number): void {
  if (wanted > mostBytes(compression, stored)) throw missing();
}

/** The expanded bytes of a strip or tile. */
export interface Expanded {
  bytes: Uint8Array<ArrayBuffer>;
  /** The bytes are not a view of the file. */
  isOwn: boolean;
}

/** What is wanted of a strip or tile. */
interface Wanted {
  /** Expected bytes. */
  size: number;
  /** 0 where all samples are in one. */
  plane: number;
  /** Bytes that are of use only together. */
  step: number;
}

/** Decompresses strips and tiles, except for JPEG. */
export class Expander {
  readonly #file: TiffFile;
  readonly #layout: Layout;
  readonly #chunks: Chunks;
  #inflater: Inflater | null = null;
  /** By plane, because results are views of their memory. */
  readonly #lzw: LzwExpander[] = [];
  /** Reused buffers by plane, because the system provides new memory slower than it is filled. */
  readonly #outs: Uint8Array<ArrayBuffer>[] = [];
  /** Fax rows are missing or have a wrong length. */
  isDamaged = false;

  constructor(file: TiffFile, layout: Layout, chunks: Chunks) {
    this.#file = file;
    this.#layout = layout;
    this.#chunks = chunks;
  }

  /**
   * Expands part `index`. The result is valid until the plane's next call.
   *
   * @param size Expected bytes.
   * @param plane 0 where all samples are in one.
   * @throws `corrupt-file` where bytes are missing.
   */
  async expand(index: number, size: number, plane: number): Promise<Expanded> {
    const stored = storedBytes(this.#file, this.#layout, this.#chunks, index, size);
    requireEnough(this.#layout.compression, stored.length, size);
    const expanded = await this.#expand(stored, { size, plane, step: inflatedPiece });
    if (expanded.bytes.length < size) throw missing();
    return expanded;
  }

  /** The same for a damaged part: gives the bytes before the damage. Throws where the part has no place in the file. */
  async expandSome(index: number, wanted: Wanted): Promise<Expanded> {
    const stored = storedBytes(this.#file, this.#layout, this.#chunks, index, wanted.size);
    const most = mostBytes(this.#layout.compression, stored.length);
    return this.#expand(stored, { ...wanted, size: Math.min(wanted.size, most) });
  }

  async #expand(stored: Uint8Array<ArrayBuffer>, wanted: Wanted): Promise<Expanded> {
    const { compression, isReversed } = this.#layout;
    const data = isReversed ? stored.map((byte) => reversed[byte]!) : stored;
    if (compression === compressions.none) return { bytes: data, isOwn: isReversed };
    if (compression === compressions.lzw) {
      const lzw = (this.#lzw[wanted.plane] ??= await LzwExpander.create());
      return { bytes: expandLzw(lzw, data, wanted.size), isOwn: true };
    }
    const out = this.#take(wanted.size, wanted.plane);
    const filled = await this.#fill(data, out, wanted.step);
    return { bytes: out.subarray(0, filled), isOwn: true };
  }

  #take(size: number, plane: number): Uint8Array<ArrayBuffer> {
    const known = this.#outs[plane];
    if (known && known.length >= size) return known.subarray(0, size);
    return (this.#outs[plane] = new Uint8Array(size));
  }

  async #fill(data: Uint8Array, out: Uint8Array, step: number): Promise<number> {
    const width = this.#layout.chunkWidth;
    switch (this.#layout.compression) {
      case compressions.packBits:
        return expandPackBits(data, out);
      case compressions.thunderScan:
        return this.#keepRows(expandThunderScan(data, out.fill(0), width), out);
      case compressions.deflate:
      case compressions.oldDeflate:
      case compressions.otherDeflate:
        return this.#inflateSome(data, out, step);
      case compressions.logLuv:
      case compressions.logLuv24:
        return this.#expandLog({ data, out, width });
      default: {
        out.fill(0);
        const { filled, isDamaged } = expandFax(data, out, width, this.#faxCoding());
        this.isDamaged ||= isDamaged;
        return filled;
      }
    }
  }

  #expandLog(rows: LogRows): number {
    const { compression, colors } = this.#layout;
    if (compression === compressions.logLuv24) return expandLogLuv24(rows);
    return colors === 1 ? expandLogL(rows) : expandLogLuv(rows);
  }

  /**
   * Scanners may store fewer rows in the last strip than they state. The others become white, as
   * for faxes.
   */
  #keepRows(filled: number, { length }: Uint8Array): number {
    if (filled < length * mostRows) return filled;
    if (filled < length) this.isDamaged = true;
    return length;
  }

  /** Where a large piece ends in damage, reads it again in small ones, which come closer to it. */
  async #inflateSome(data: Uint8Array, out: Uint8Array, step: number): Promise<number> {
    const filled = await this.#inflate(data, out, { sound: out.length, step });
    if (filled === out.length || step >= inflatedPiece) return filled;
    return this.#inflate(data, out, { sound: filled, step });
  }

  /**
   * Inflates up to damage.
   *
   * @param sound Bytes to read in large pieces. Others are read in steps.
   */
  async #inflate(
    data: Uint8Array,
    out: Uint8Array,
    { sound, step }: { sound: number; step: number },
  ): Promise<number> {
    let filled = 0;
    try {
      if (this.#inflater) this.#inflater.restart([data]);
      else this.#inflater = await Inflater.create([data]);
      while (filled < out.length) {
        const most = filled < sound ? inflatedPiece : step;
        const piece = this.#inflater.read(Math.min(most, out.length - filled));
        out.set(piece, filled);
        filled += piece.length;
      }
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'corrupt-file') throw error;
    }
    return filled;
  }

  #faxCoding(): FaxCoding {
    const { compression, directory } = this.#layout;
    const options = numberOf(this.#file, directory, tags.faxOptions, 0);
    const kinds: Readonly<Record<number, FaxCoding['kind']>> = {
      [compressions.group3]: 'group-3',
      [compressions.group4]: 'group-4',
    };
    return {
      kind: kinds[compression] ?? 'rows',
      twoDimensional: (options & twoDimensionalFlag) !== 0,
      rowAlignment: compression === compressions.faxWordRows ? 16 : 8,
    };
  }
}
