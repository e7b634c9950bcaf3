import { EngineError } from '../errors.ts';
import type { ColorTags, MetadataBlocks, Raster } from '../raster.ts';
import { forgetLibheif, requireLibheif, Scratch, type Libheif } from './module.ts';

// enum heif_colorspace, heif_chroma and heif_channel in libheif/heif_image.h
const colorspaceRgb = 1;
const chromaRgba8 = 11;
const chromaRgba16LittleEndian = 15;
const channelInterleaved = 10;

export interface HeicPicture {
  raster: Raster;
  metadata: MetadataBlocks;
  /** How many further pictures the file offers. */
  others: number;
}

/**
 * Decodes the primary picture of a HEIF file: upright (irot, imir and clap applied), RGBA,
 * 8 bits a sample, or 16 when the file has more than 8.
 * Throws `corrupt-file`, `unsupported-feature`, `too-large` or `out-of-memory`.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<HeicPicture> {
  const libheif = await requireLibheif();
  const scratch = new Scratch(libheif);
  const context = libheif._heif_context_alloc();
  try {
    return decodePrimary(libheif, scratch, context, bytes);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      forgetLibheif();
      throw new EngineError('corrupt-file', `libheif stopped: ${error.message}`, { cause: error });
    }
    throw error;
  } finally {
    libheif._heif_context_free(context);
    scratch.release();
  }
}

function decodePrimary(
  libheif: Libheif,
  scratch: Scratch,
  context: number,
  bytes: Uint8Array,
): HeicPicture {
  const data = scratch.copyIn(bytes);
  scratch.call((error) =>
    libheif._heif_context_read_from_memory_without_copy(error, context, data, bytes.length, 0),
  );
  const out = scratch.allocate(4);
  scratch.call((error) => libheif._heif_context_get_primary_image_handle(error, context, out));
  const handle = scratch.readU32(out);
  try {
    return {
      raster: decodeHandle(libheif, scratch, handle),
      metadata: readMetadata(libheif, scratch, handle),
      others: libheif._heif_context_get_number_of_top_level_images(context) - 1,
    };
  } finally {
    libheif._heif_image_handle_release(handle);
  }
}

function decodeHandle(libheif: Libheif, scratch: Scratch, handle: number): Raster {
  const deep = libheif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
  const out = scratch.allocate(4);
  const chroma = deep ? chromaRgba16LittleEndian : chromaRgba8;
  scratch.call((error) => libheif._heif_decode_image(error, handle, out, colorspaceRgb, chroma, 0));
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
      color: readColor(libheif, scratch, handle),
    };
  } finally {
    libheif._heif_image_release(image);
  }
}

interface Rows {
  start: number;
  stride: number;
  width: number;
  height: number;
}

function copyRows(
  heap: Uint8Array,
  { start, stride, width, height }: Rows,
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
  { start, stride, width, height }: Rows,
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

function readColor(libheif: Libheif, scratch: Scratch, handle: number): ColorTags {
  const color: ColorTags = {};
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size > 0) {
    const profile = scratch.allocate(size);
    scratch.call((error) =>
      libheif._heif_image_handle_get_raw_color_profile(error, handle, profile),
    );
    color.icc = libheif.HEAPU8.slice(profile, profile + size);
  }
  const cicp = readNclx(libheif, scratch, handle);
  if (cicp) color.cicp = cicp;
  return color;
}

function readNclx(libheif: Libheif, scratch: Scratch, handle: number): ColorTags['cicp'] | null {
  const out = scratch.allocate(4);
  try {
    scratch.call((error) => libheif._heif_image_handle_get_nclx_color_profile(error, handle, out));
  } catch {
    return null; // no nclx box in this file
  }
  const profile = scratch.readU32(out);
  // struct heif_color_profile_nclx: a version byte, then three 32-bit enums
  const cicp = { primaries: scratch.readU32(profile + 4), transfer: scratch.readU32(profile + 8) };
  libheif._heif_nclx_color_profile_free(profile);
  return cicp;
}

function readMetadata(libheif: Libheif, scratch: Scratch, handle: number): MetadataBlocks {
  const count = libheif._heif_image_handle_get_number_of_metadata_blocks(handle, 0);
  const ids = scratch.allocate(count * 4);
  libheif._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, count);
  const metadata: MetadataBlocks = {};
  for (let index = 0; index < count; index++) {
    const id = scratch.readU32(ids + index * 4);
    const type = scratch.readText(libheif._heif_image_handle_get_metadata_type(handle, id));
    const contentType = scratch.readText(
      libheif._heif_image_handle_get_metadata_content_type(handle, id),
    );
    if (type === 'Exif') {
      const exif = stripExifOffset(readBlock(libheif, scratch, handle, id));
      if (exif) metadata.exif = exif;
    } else if (contentType === 'application/rdf+xml') {
      metadata.xmp = readBlock(libheif, scratch, handle, id);
    }
  }
  return metadata;
}

function readBlock(libheif: Libheif, scratch: Scratch, handle: number, id: number): Uint8Array {
  const size = libheif._heif_image_handle_get_metadata_size(handle, id);
  const pointer = scratch.allocate(size);
  scratch.call((error) => libheif._heif_image_handle_get_metadata(error, handle, id, pointer));
  return libheif.HEAPU8.slice(pointer, pointer + size);
}

/** ISO/IEC 23008-12 A.2.1: the item starts with the offset (32 bits) from its end to the TIFF header. */
function stripExifOffset(item: Uint8Array): Uint8Array | null {
  if (item.length < 12) return null;
  const offset = new DataView(item.buffer, item.byteOffset).getUint32(0);
  return offset + 12 <= item.length ? item.subarray(4 + offset) : null;
}
