import { EngineError, orNull, toEngineError } from '../errors.ts';
import { forgetLibheif, requireLibheif, Scratch, type Libheif } from './module.ts';
import type { ChromaFormat, Cicp, Planes } from '../planes/planes.ts';

// enum heif_colorspace, heif_chroma and heif_channel in libheif/heif_image.h
const undefinedColorspace = 99;
const undefinedChroma = 99;
const chromaFormats: readonly (ChromaFormat | undefined)[] = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'];
const channels = [0, 1, 2];

/**
 * struct heif_color_profile_nclx: a version byte, three enums of 32 bits, and the range flag. libheif
 * brings samples to full range itself where it says nothing else.
 */
function readColor(libheif: Libheif, scratch: Scratch, image: number): Cicp {
  const out = scratch.allocate(4);
  const isStated = orNull(() => {
    scratch.call((error) => libheif._heif_image_get_nclx_color_profile(error, image, out));
    return true;
  });
  if (!isStated) return { primaries: 2, transfer: 2, matrix: 2, fullRange: true };
  const profile = scratch.readU32(out);
  const color = {
    primaries: scratch.readU32(profile + 4),
    transfer: scratch.readU32(profile + 8),
    matrix: scratch.readU32(profile + 12),
    fullRange: libheif.HEAPU8[profile + 16] !== 0,
  };
  libheif._heif_nclx_color_profile_free(profile);
  return color;
}

function readPlanes(libheif: Libheif, scratch: Scratch, image: number): Planes {
  const chroma = chromaFormats[libheif._heif_image_get_chroma_format(image)];
  if (!chroma) {
    throw new EngineError('unsupported-feature', 'libheif gave no planes', { feature: 'planes' });
  }
  const out = scratch.allocate(4);
  const used = chroma === '4:0:0' ? channels.slice(0, 1) : channels;
  const depths = used.map((channel) =>
    libheif._heif_image_get_bits_per_pixel_range(image, channel),
  );
  const strides: number[] = [];
  const planes = used.map((channel) => {
    const start = libheif._heif_image_get_plane_readonly2(image, channel, out);
    const stride = scratch.readU32(out);
    const bytes = stride * libheif._heif_image_get_height(image, channel);
    const { buffer } = libheif.HEAPU8;
    if (depths[0]! <= 8) {
      strides.push(stride);
      return new Uint8Array(buffer, start, bytes);
    }
    strides.push(stride / 2);
    return new Uint16Array(buffer, start, bytes / 2);
  });
  return {
    width: libheif._heif_image_get_width(image, 0),
    height: libheif._heif_image_get_height(image, 0),
    chroma,
    bitDepth: depths[0]!,
    chromaBitDepth: depths[1] ?? depths[0]!,
    planes,
    strides,
    color: readColor(libheif, scratch, image),
  };
}

function decodeFile(libheif: Libheif, file: Uint8Array, take: (planes: Planes) => void): void {
  const scratch = new Scratch(libheif);
  const context = libheif._heif_context_alloc();
  try {
    const address = scratch.copyIn(file);
    scratch.call((error) =>
      libheif._heif_context_read_from_memory_without_copy(error, context, address, file.length, 0),
    );
    const out = scratch.allocate(4);
    scratch.call((error) => libheif._heif_context_get_image_handle(error, context, 1, out));
    const handle = scratch.readU32(out);
    try {
      scratch.call((error) =>
        libheif._heif_decode_image(error, handle, out, undefinedColorspace, undefinedChroma, 0),
      );
      const image = scratch.readU32(out);
      try {
        take(readPlanes(libheif, scratch, image));
      } finally {
        libheif._heif_image_release(image);
      }
    } finally {
      libheif._heif_image_handle_release(handle);
    }
  } finally {
    libheif._heif_context_free(context);
    scratch.release();
  }
}

/**
 * Decodes the item 1 of a HEIF file to planes, which hold while `take` runs. Throws `corrupt-file`,
 * `unsupported-feature`, `too-large`, `out-of-memory`, or what `take` throws.
 */
export async function decodePlanes(
  file: Uint8Array,
  take: (planes: Planes) => void,
): Promise<void> {
  const libheif = await requireLibheif();
  try {
    decodeFile(libheif, file, take);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    // A trap leaves libheif's memory in an unknown state.
    forgetLibheif();
    const { code, message } = toEngineError(error, 'corrupt-file');
    throw new EngineError(code, `libheif stopped: ${message}`, { cause: error });
  }
}
