import { startsWith } from '../../bytes/join.ts';
import { foreseeForBrowser as foreseePng } from '../../formats/png/first-bytes.ts';
import { sniff } from '../../formats/sniff.ts';
import type { ConvertOptions, InputFormat, OutputFormat } from '../../options.ts';
import type { KnownTrust } from '../../tiles/trust.ts';
import type { WasmName } from '../../wasm/files.ts';
import type { ModuleMessage } from '../../wasm/load.ts';

/** What an output is made of, and the encoders that it needs. */
interface OutputNeeds {
  fromPlanes: boolean;
  encoders(isLossless: boolean): WasmName[];
}

const needsOf: Record<OutputFormat, OutputNeeds> = {
  jpeg: { fromPlanes: true, encoders: () => ['jpeg-encoder'] },
  png: { fromPlanes: false, encoders: () => ['png-codec'] },
  webp: {
    fromPlanes: true,
    // The JPEG encoder makes the samples of a lossy one.
    encoders: (isLossless) =>
      isLossless ? ['vp8l-encoder', 'webp-encoder'] : ['jpeg-encoder', 'vp8-encoder'],
  },
};

/** The decoder that a format needs, except in rare files. */
function findDecoder(format: InputFormat, { fromPlanes }: OutputNeeds): WasmName | null {
  if (format === 'heic') return 'hevc-decoder';
  if (format === 'jpeg') return fromPlanes ? 'jpeg-decoder' : 'mozjpeg-decoder';
  return null;
}

/** HEIF with H.264 inside (ISO/IEC 23008-12, annex E), which only browsers decode. */
function isAvc(start: Uint8Array): boolean {
  return startsWith(start.subarray(4), 'ftypavci');
}

/** The codecs that a conversion will need, as far as a file's first bytes (`sniffLength`) tell. */
export function foreseeWasm(
  start: Uint8Array,
  options: ConvertOptions,
  trust: KnownTrust,
): WasmName[] {
  const format = sniff(start);
  if (format === null) return [];
  const names = foreseeWasmFor(format, options, trust);
  // The browser does not decode small PNGs and deep ones.
  if (format === 'png' && foreseePng(start) === null) names.push('png-codec');
  return isAvc(start) ? names.filter((name) => name !== 'hevc-decoder') : names;
}

/** What reads parts of a format besides, or instead of, a decoder. */
const readers: Partial<Record<InputFormat, readonly WasmName[]>> = {
  gif: ['lzw'],
  webp: ['webp-modes'],
};

/** The same if only the file's format is known. */
function foreseeWasmFor(
  format: InputFormat,
  options: ConvertOptions,
  trust: KnownTrust,
): WasmName[] {
  const needs = needsOf[options.format ?? 'jpeg'];
  const encoders = needs.encoders(options.lossless === true);
  const decoder = findDecoder(format, needs);
  // Chroma has to be moved if a crop begins between its samples.
  const moves = decoder && needs.fromPlanes && options.crop;
  const resamples = [options.resize, options.fewerPixels, moves].some(Boolean);
  const further = [
    ...(readers[format] ?? []),
    ...encoders,
    ...(resamples ? (['resample'] as const) : []),
  ];
  // If the browser's own decoder has passed the tests, ours is not needed.
  const byBrowser =
    decoder === 'hevc-decoder' &&
    Object.entries(trust).some(([codec, value]) => codec.startsWith('hvc1') && value === 'trusted');
  return decoder && !byBrowser ? [decoder, ...further] : further;
}

/**
 * Fetches and compiles codecs in the page, once for all workers, in parallel with the workers'
 * scripts, which would otherwise come first.
 */
export class WasmSupply {
  readonly #load: (name: WasmName) => Promise<WebAssembly.Module>;
  readonly #send: (message: ModuleMessage) => void;
  readonly #ordered = new Set<WasmName>();

  constructor(
    load: (name: WasmName) => Promise<WebAssembly.Module>,
    send: (message: ModuleMessage) => void,
  ) {
    this.#load = load;
    this.#send = send;
  }

  /**
   * Requests the codecs for converting a file with these first bytes (`sniffLength`). Leaves errors
   * in the file for the conversion to report.
   */
  async order(
    start: Promise<Uint8Array>,
    options: ConvertOptions,
    trust: KnownTrust,
  ): Promise<void> {
    try {
      await this.#supplyAll(foreseeWasm(await start, options, trust));
    } catch {
      // The file cannot be read, or options are wrong; the conversion reports it.
    }
  }

  /** Requests the codecs for turning a file of this format into a JPEG. Never rejects. */
  async prepare(format: InputFormat, trust: KnownTrust): Promise<void> {
    await this.#supplyAll(foreseeWasmFor(format, {}, trust));
  }

  async #supplyAll(names: readonly WasmName[]): Promise<void> {
    await Promise.all(names.map((name) => this.#supply(name)));
  }

  async #supply(name: WasmName): Promise<void> {
    if (this.#ordered.has(name)) return;
    this.#ordered.add(name);
    this.#send({ kind: 'module', name, module: 'coming' });
    const module = await this.#load(name).catch(() => null);
    if (module === null) this.#ordered.delete(name);
    this.#send({ kind: 'module', name, module });
  }
}
