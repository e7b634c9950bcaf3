import { EngineError, toEngineError, type EngineFeature } from '../../errors.ts';
import type { Raster, UntaggedRaster } from '../../planes/raster.ts';
import { dropRgbaConverter, requireRgbaConverter } from '../../planes/to-rgba.ts';
import { bothRefused } from '../../tiles/both-refused.ts';
import { loadDecoder } from '../../tiles/choose-decoder.ts';
import { decodeStrip } from '../../tiles/decode-strip.ts';
import type { ReadableFile } from '../../tiles/read-tiles.ts';
import type { StripShape } from '../../tiles/strip-shape.ts';
import { loadWasm } from '../../wasm/load.ts';
import { type CodedPicture, decodePicture } from './decode-picture.ts';

/**
 * Features for which libheif is not tried: libheif-js decodes only HEVC, not JPEG, and not AV1 or
 * H.264 that this browser does not decode (or not to planes).
 */
const onlyBrowsersDecode: ReadonlySet<EngineFeature> = new Set([
  'jpeg-item',
  'video-decoder',
  'video-frame-format',
]);

/** Decodes with our own decoders. Returns the error when they refuse the file by name. */
async function decodeOurselves(
  bytes: Uint8Array,
  coded: CodedPicture,
): Promise<UntaggedRaster | EngineError> {
  try {
    const tools = { decoderFor: loadDecoder, converter: await requireRgbaConverter() };
    return await decodePicture(bytes, coded, tools);
  } catch (error) {
    const failure = toEngineError(error, 'corrupt-file');
    if (failure.feature && onlyBrowsersDecode.has(failure.feature)) throw failure;
    if (failure.code === 'unsupported-feature') return failure;
    dropRgbaConverter();
    throw failure;
  }
}

async function decodeByLibheif(
  bytes: Uint8Array,
  { picture: { item, canvas }, asStored }: CodedPicture,
  onLoad?: (state: 'begins' | 'done') => void,
): Promise<UntaggedRaster> {
  onLoad?.('begins');
  const { decodeHeic } = await import('../../libheif/decode.ts');
  await loadWasm('libheif');
  onLoad?.('done');
  return decodeHeic(bytes, { itemId: item.id, ...(asStored && { storedCanvas: canvas }) });
}

/**
 * Decodes a picture with our own decoders, or with libheif where these refuse it by name. Calls
 * `onLoad` before fetching libheif, and again when it has arrived.
 */
export async function decodeSamples(
  bytes: Uint8Array,
  coded: CodedPicture,
  onLoad?: (state: 'begins' | 'done') => void,
): Promise<UntaggedRaster> {
  const own = await decodeOurselves(bytes, coded);
  if (!(own instanceof EngineError)) return own;
  try {
    return await decodeByLibheif(bytes, coded, onLoad);
  } catch (error) {
    throw bothRefused(own, toEngineError(error, 'corrupt-file'));
  }
}

/** The file in the form that strips read from. */
function rangesOf(bytes: Uint8Array<ArrayBuffer>): ReadableFile {
  return { slice: (start, end) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }) };
}

/** Decodes a grid's rows of tiles one after the other. */
export async function* decodeBands(
  bytes: Uint8Array<ArrayBuffer>,
  shapes: readonly StripShape[],
): AsyncGenerator<Raster> {
  const converter = await requireRgbaConverter();
  for (const shape of shapes) {
    const decode = await loadDecoder(shape.tiles[0]!);
    yield decodeStrip(shape, rangesOf(bytes), decode, converter);
  }
}
