import startLibheif from 'libheif-js/libheif-wasm/libheif.js';
import { EngineError } from '../errors.ts';
import { loadWasm } from '../wasm/load.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';

/** The part of libheif's C interface (libheif/heif.h, 1.23) that is used; every pointer is a number. */
export interface Libheif {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _heif_context_alloc(): number;
  _heif_context_free(context: number): void;
  _heif_get_disabled_security_limits(): number;
  _heif_context_set_security_limits(error: number, context: number, limits: number): void;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    data: number,
    size: number,
    options: number,
  ): void;
  _heif_context_get_image_handle(
    error: number,
    context: number,
    id: number,
    handleOut: number,
  ): void;
  _heif_image_handle_release(handle: number): void;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_decoding_options_alloc(): number;
  _heif_decoding_options_free(options: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    imageOut: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_release(image: number): void;
  _heif_image_get_chroma_format(image: number): number;
  _heif_image_get_nclx_color_profile(error: number, image: number, profileOut: number): void;
  _heif_nclx_color_profile_free(profile: number): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly2(image: number, channel: number, strideOut: number): number;
}

async function start(): Promise<Libheif> {
  const module = await loadWasm('libheif');
  const libheif = startLibheif({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  });
  return libheif as Libheif;
}

const codec = new ThreadCodec(start);

/** The one libheif of this thread. */
export const requireLibheif = (): Promise<Libheif> => codec.require();

/** Drops a libheif that trapped: its memory can't be trusted any more. The next job starts a fresh one. */
export const forgetLibheif = (): void => codec.drop();

/** Scratch memory for one job. Everything borrowed is given back by `release`, whatever happened. */
export class Scratch {
  private readonly owned: number[] = [];
  private readonly error: number;
  private readonly libheif: Libheif;

  constructor(libheif: Libheif) {
    this.libheif = libheif;
    this.error = this.allocate(12);
  }

  allocate(size: number): number {
    const pointer = this.libheif._malloc(Math.max(size, 4));
    if (pointer === 0) throw new EngineError('out-of-memory', `libheif: no ${size} bytes left`);
    this.owned.push(pointer);
    return pointer;
  }

  copyIn(bytes: Uint8Array): number {
    const pointer = this.allocate(bytes.length);
    this.libheif.HEAPU8.set(bytes, pointer);
    return pointer;
  }

  readU32(pointer: number): number {
    return this.view().getUint32(pointer, true);
  }

  readText(pointer: number): string {
    const heap = this.libheif.HEAPU8;
    const end = heap.indexOf(0, pointer);
    return pointer === 0 ? '' : new TextDecoder().decode(heap.slice(pointer, end));
  }

  /** Runs a C function that returns `struct heif_error` (by way of a pointer passed first). */
  call(run: (error: number) => void): void {
    run(this.error);
    const code = this.readU32(this.error);
    if (code !== 0)
      throw toError(
        code,
        this.readU32(this.error + 4),
        this.readText(this.readU32(this.error + 8)),
      );
  }

  release(): void {
    for (const pointer of this.owned) this.libheif._free(pointer);
    this.owned.length = 0;
  }

  private view(): DataView {
    return new DataView(this.libheif.HEAPU8.buffer);
  }
}

// enum heif_error_code and heif_suberror_code in libheif/heif_error.h
const unsupportedFiletype = 3;
const unsupportedFeature = 4;
const memoryAllocation = 6;
/** A coding that this build of libheif has no decoder for. */
const pluginMissing = 11;
const securityLimitExceeded = 1000;

function toError(code: number, subcode: number, text: string): EngineError {
  const message = `libheif: ${text} (${code}.${subcode})`;
  if (code === memoryAllocation || subcode === securityLimitExceeded)
    return new EngineError('too-large', message);
  if ([unsupportedFeature, unsupportedFiletype, pluginMissing].includes(code)) {
    return new EngineError('unsupported-feature', message);
  }
  return new EngineError('corrupt-file', message);
}
