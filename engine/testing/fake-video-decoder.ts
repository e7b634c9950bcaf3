/** A browser's video decoder for HEVC that decodes with ours, and then errs as a test wants. */
import { vi } from 'vitest';
import { HevcDecoder } from '../src/hevc/decoder.ts';
import type { Planes } from '../src/planes/planes.ts';
import { compiledModule } from './wasm.ts';

export type FrameFormat = 'I420' | 'NV12' | 'I420P10';

/** What the decoder does differently from a good one. */
export interface Behavior {
  /** `null` is a frame that cannot be read. */
  format?: FrameFormat | null;
  /** Samples of padding at the end of each row that is copied out. */
  padding?: number;
  /** Changes what has been decoded. */
  change?: (planes: Planes, index: number) => Planes;
  /** Frames come in groups of so many, the last first. */
  reversedBy?: number;
  /** Frames come when the decoder is flushed, and not before. */
  untilFlush?: boolean;
  /** So many frames come for each chunk. */
  copies?: number;
  /** Fails instead of giving the frame of this number. */
  failsAt?: number;
  /** Gives no frame of this number and above, and says nothing. */
  silentFrom?: number;
  /** Frames wait until fewer than so many of those before are open. */
  maxOpen?: number;
}

interface Chunk {
  timestamp: number;
  data: Uint8Array;
}

/** Rows of `width` samples at any stride become rows at another. */
function copyRows(
  from: Planes['planes'][number],
  stride: number,
  [width, height]: readonly [number, number],
  to: Planes['planes'][number],
  toStride: number,
  step = 1,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) to[y * toStride + x * step] = from[y * stride + x]!;
  }
}

export class FakeFrame {
  readonly timestamp: number;
  readonly format: FrameFormat | null;
  readonly visibleRect: { x: number; y: number; width: number; height: number };
  /** Browsers say something even where the stream says nothing. */
  readonly colorSpace = {
    fullRange: false,
    matrix: 'bt709',
    transfer: 'bt709',
    primaries: 'bt709',
  };
  closed = false;
  readonly #planes: Planes;
  readonly #padding: number;

  constructor(planes: Planes, timestamp: number, { format = 'I420', padding = 0 }: Behavior) {
    this.timestamp = timestamp;
    this.format = format;
    this.visibleRect = { x: 0, y: 0, width: planes.width, height: planes.height };
    this.#planes = planes;
    this.#padding = padding;
  }

  #layout() {
    const { width, height } = this.visibleRect;
    const chroma = [Math.ceil(width / 2), Math.ceil(height / 2)] as const;
    const sizes =
      this.format === 'NV12'
        ? ([
            [width, height],
            [chroma[0] * 2, chroma[1]],
          ] as const)
        : ([[width, height], chroma, chroma] as const);
    const bytes = this.format === 'I420P10' ? 2 : 1;
    let offset = 0;
    const layouts = sizes.map(([columns, rows]) => {
      const layout = { offset, stride: (columns + this.#padding) * bytes };
      offset += layout.stride * rows;
      return layout;
    });
    return { layouts, bytes, chroma, size: offset };
  }

  allocationSize(): number {
    return this.#layout().size;
  }

  async copyTo(buffer: ArrayBuffer) {
    if (this.closed) throw new DOMException('closed', 'InvalidStateError');
    const { layouts, bytes, chroma } = this.#layout();
    const { planes, strides, width, height } = this.#planes;
    planes.forEach((plane, i) => {
      const size = i === 0 ? ([width, height] as const) : chroma;
      const { offset, stride } = layouts[Math.min(i, layouts.length - 1)]!;
      if (this.format === 'NV12' && i > 0) {
        copyRows(plane, strides[i]!, size, new Uint8Array(buffer, offset + i - 1), stride, 2);
      } else {
        const target =
          bytes === 1 ? new Uint8Array(buffer, offset) : new Uint16Array(buffer, offset);
        copyRows(plane, strides[i]!, size, target, stride / bytes);
      }
    });
    return layouts;
  }

  close(): void {
    this.closed = true;
  }
}

interface Callbacks {
  output: (frame: FakeFrame) => void;
  error: (error: DOMException) => void;
}

export interface Offer {
  /** Decoders that were made. */
  decoders: { state: string; lose(): void }[];
  frames: FakeFrame[];
  /** Changes how all of them behave from now on. */
  behave(behavior: Behavior): void;
}

/** Puts a `VideoDecoder` into the global scope that offers to decode everything. Undone by `vi.unstubAllGlobals`. */
export async function offerVideoDecoder(first: Behavior = {}): Promise<Offer> {
  const module = await compiledModule('hevc');
  let behavior = first;
  let number = 0;
  const offer: Offer = {
    decoders: [],
    frames: [],
    behave(next) {
      behavior = next;
      number = 0;
    },
  };
  const isFull = () =>
    offer.frames.filter(({ closed }) => !closed).length >= (behavior.maxOpen ?? Infinity);

  class FakeDecoder {
    state = 'unconfigured';
    readonly #software = new HevcDecoder(module);
    readonly #output: Callbacks['output'];
    readonly #error: Callbacks['error'];
    #description: Uint8Array = new Uint8Array(0);
    #held: FakeFrame[] = [];
    #last: Promise<unknown> = Promise.resolve();

    static isConfigSupported(config: unknown) {
      return Promise.resolve({ supported: true, config });
    }

    constructor(init: Callbacks) {
      this.#output = init.output;
      this.#error = init.error;
      offer.decoders.push(this);
    }

    configure({ description }: { description: Uint8Array }): void {
      if (this.state === 'closed') throw new DOMException('closed', 'InvalidStateError');
      this.state = 'configured';
      this.#description = description;
    }

    decode(chunk: Chunk): void {
      if (this.state !== 'configured') throw new DOMException('not open', 'InvalidStateError');
      const index = number++;
      this.#last = this.#last.then(() => this.#answer(chunk, index)).catch(() => this.#break());
    }

    /** Never settles, as some decoders'. */
    flush(): Promise<void> {
      this.#last = this.#last.then(() => this.#giveHeld());
      return new Promise(() => {});
    }

    close(): void {
      if (this.state === 'closed') throw new DOMException('closed', 'InvalidStateError');
      this.state = 'closed';
    }

    /** As browsers do with decoders that nobody has used for a while. */
    lose(): void {
      this.state = 'closed';
      this.#error(new DOMException('reclaimed', 'QuotaExceededError'));
    }

    #break(): void {
      this.state = 'closed';
      this.#error(new DOMException('broken', 'EncodingError'));
    }

    async #answer({ timestamp, data }: Chunk, index: number): Promise<void> {
      const { change, failsAt, silentFrom = Infinity, reversedBy = 1, copies = 1 } = behavior;
      if (this.state === 'closed' || index >= silentFrom) return;
      if (index === failsAt) return this.#break();
      while (isFull()) await new Promise((resolve) => setImmediate(resolve));
      const decoded = this.#software.decode(this.#description, data);
      const planes = { ...decoded, planes: decoded.planes.map((plane) => plane.slice()) };
      for (let copy = 0; copy < copies; copy++) {
        // A second frame for the same chunk shows something else.
        const shown =
          copy === 0 ? planes : { ...planes, planes: planes.planes.map((p) => p.toReversed()) };
        this.#held.push(new FakeFrame(change?.(shown, index) ?? shown, timestamp, behavior));
      }
      if ((index + 1) % reversedBy === 0 && !behavior.untilFlush) this.#giveHeld();
    }

    #giveHeld(): void {
      const { reversedBy = 1 } = behavior;
      const frames = reversedBy > 1 ? this.#held.toReversed() : this.#held;
      this.#held = [];
      for (const frame of frames) {
        offer.frames.push(frame);
        this.#output(frame);
      }
    }
  }

  class FakeChunk implements Chunk {
    readonly timestamp: number;
    readonly data: Uint8Array;

    constructor(init: Chunk) {
      this.timestamp = init.timestamp;
      this.data = init.data.slice();
    }
  }

  vi.stubGlobal('VideoDecoder', FakeDecoder);
  vi.stubGlobal('EncodedVideoChunk', FakeChunk);
  return offer;
}
