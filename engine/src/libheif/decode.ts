import { EngineError, toEngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { UntaggedRaster } from '../planes/raster.ts';
import { widenCrops } from './clean-aperture.ts';
import { forgetLibheif, requireLibheif, Scratch, type Libheif } from './module.ts';

// enum heif_colorspace, heif_chroma and heif_channel in libheif/heif_image.h
const colorspaceRgb = 1;
const chromaRgba8 = 11;
const chromaRgba16LittleEndian = 15;
const channelInterleaved = 10;

export interface HeicRequest {
  itemId: number;
  /** Asks for the coded picture of this size as it is stored, its irot, imir and clap not applied. */
  storedCanvas?: Size;
}

/**
 * Decodes one picture of a HEIF file: upright (irot, imir and clap applied) unless asked, RGBA, 8 bits a sample, or
 * 16 when the file has more than 8. Throws `corrupt-file`, `unsupported-feature`, `too-large` or
 * `out-of-memory`.
 */
export async function decodeHeic(bytes: Uint8Array, request: HeicRequest): Promise<UntaggedRaster> {
  const libheif = await requireLibheif();
  const scratch = new Scratch(libheif);
  const context = libheif._heif_context_alloc();
  try {
    return decodeItem(libheif, scratch, context, bytes, request);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    // A trap leaves libheif's memory in an unknown state.
    forgetLibheif();
    const { code, message } = toEngineError(error, 'corrupt-file');
    throw new EngineError(code, `libheif stopped: ${message}`, { cause: error });
  } finally {
    libheif._heif_context_free(context);
    scratch.release();
  }
}

function decodeItem(
  libheif: Libheif,
  scratch: Scratch,
  context: number,
  bytes: Uint8Array,
  { itemId, storedCanvas }: HeicRequest,
): UntaggedRaster {
  const limits = libheif._heif_get_disabled_security_limits();
  // The engine's own limits have been checked against the container already.
  scratch.call((error) => libheif._heif_context_set_security_limits(error, context, limits));
  const data = scratch.copyIn(bytes);
  if (storedCanvas) widenCrops(libheif.HEAPU8.subarray(data, data + bytes.length), storedCanvas);
  scratch.call((error) =>
    libheif._heif_context_read_from_memory_without_copy(error, context, data, bytes.length, 0),
  );
  const out = scratch.allocate(4);
  scratch.call((error) => libheif._heif_context_get_image_handle(error, context, itemId, out));
  const handle = scratch.readU32(out);
  try {
    return decodeHandle(libheif, scratch, handle, storedCanvas !== undefined);
  } finally {
    libheif._heif_image_handle_release(handle);
  }
}

function decodeHandle(
  libheif: Libheif,
  scratch: Scratch,
  handle: number,
  asStored: boolean,
): UntaggedRaster {
  const deep = libheif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
  const out = scratch.allocate(4);
  const chroma = deep ? chromaRgba16LittleEndian : chromaRgba8;
  const options = libheif._heif_decoding_options_alloc();
  // struct heif_decoding_options: a version byte, then ignore_transformations.
  libheif.HEAPU8[options + 1] = asStored ? 1 : 0;
  try {
    scratch.call((error) =>
      libheif._heif_decode_image(error, handle, out, colorspaceRgb, chroma, options),
    );
  } finally {
    libheif._heif_decoding_options_free(options);
  }
  const image = scratch.readU32(out);
  try {
    const width = libheif._heif_image_get_width(image, channelInterleaved);
    const height = libheif._heif_image_get_height(image, channelInterleaved);
    const plane = libheif._heif_image_get_plane_readonly2(image, channelInterleaved, out);
    const stride = scratch.readU32(out);
    const rows = { start: plane, stride, width, height };
    const bits = libheif._heif_image_get_bits_per_pixel_range(image, channelInterleaved);
    return {
      width,
      height,
      data: deep ? copyDeep(libheif.HEAPU8, rows, bits) : copyRows(libheif.HEAPU8, rows),
      opaque: libheif._heif_image_handle_has_alpha_channel(handle) === 0,
      premultiplied: libheif._heif_image_handle_is_premultiplied_alpha(handle) !== 0,
    };
  } finally {
    libheif._heif_image_release(image);
  }
}

interface InterleavedRows {
  start: number;
  stride: number;
  width: number;
  height: number;
}

function copyRows(
  heap: Uint8Array,
  { start, stride, width, height }: InterleavedRows,
): Uint8ClampedArray<ArrayBuffer> {
  const rowBytes = width * 4;
  const data = new Uint8ClampedArray(rowBytes * height);
  if (stride === rowBytes) {
    data.set(heap.subarray(start, start + rowBytes * height));
    return data;
  }
  for (let y = 0; y < height; y++) {
    const from = start + y * stride;
    data.set(heap.subarray(from, from + rowBytes), y * rowBytes);
  }
  return data;
}

/** Spreads `bits`-deep samples over the whole 16-bit range. */
function copyDeep(
  heap: Uint8Array,
  { start, stride, width, height }: InterleavedRows,
  bits: number,
): Uint16Array<ArrayBuffer> {
  const rowSamples = width * 4;
  const data = new Uint16Array(rowSamples * height);
  const scale = 65535 / (2 ** bits - 1);
  for (let y = 0; y < height; y++) {
    const row = new Uint16Array(heap.buffer, start + y * stride, rowSamples);
    const to = y * rowSamples;
    for (let x = 0; x < rowSamples; x++) data[to + x] = (row[x] ?? 0) * scale + 0.5;
  }
  return data;
}
