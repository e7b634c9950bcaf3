import { readJxlHeader } from './file-header.ts';
import { decodeNatively, decodeStoredNatively } from '../../browser/image-decoder.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';
import type { ColorTags, Raster } from '../../planes/raster.ts';
import { placementOf } from '../../transform/orient.ts';
import { findJxlDecoder, type JxlDecoder } from './browser-decoder.ts';
import { readCodestreamHeader, type JxlHeader } from './codestream.ts';
import { findCodestream, isContainer, readJxlBoxes, readJxlMetadata } from './container.ts';

const mime = 'image/jxl';

/** A phone of the middle class decodes a megapixel in less. */
const millisecondsPerMegapixel = 1500;
const leastMilliseconds = 15_000;

/** Exif's orientations from 5 on change width and height. */
const firstLying = 5;

/** An ISO 21496-1 gain map. */
const gainMapBox = 'jhgm';

function refuseUnsupported(decoder: JxlDecoder | null, header?: JxlHeader): asserts decoder {
  if (!decoder) {
    throw new EngineError('unsupported-feature', 'This browser has no JPEG XL decoder', {
      feature: 'jpeg-xl',
    });
  }
  if (header?.hasBlack) {
    throw new EngineError('unsupported-feature', 'JPEG XL with four inks', {
      feature: 'jpeg-xl-cmyk',
    });
  }
}

/** Equal channels of what is gray: decoders dither each of them its own way. */
function makeGray({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    data[at] = data[at + 1]!;
    data[at + 2] = data[at + 1]!;
  }
}

/** Decodes as stored where `tags` can say what that means, else to sRGB. */
async function decodeByBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: { width: number; height: number },
  { gray, tags }: { gray: boolean; tags: ColorTags | null },
): Promise<Raster> {
  const patience = Math.max(leastMilliseconds, ((width * height) / 1e6) * millisecondsPerMegapixel);
  const stored = tags && (await decodeStoredNatively(bytes, mime, patience));
  const raster = stored ?? (await decodeNatively(bytes, mime, patience));
  if (raster.width !== width || raster.height !== height) {
    throw new EngineError('corrupt-file', 'The browser gave a picture of another size');
  }
  if (gray) makeGray(raster);
  return { ...raster, gray, color: stored ? tags : {} };
}

/**
 * Reads the container and the header of the code stream (ISO/IEC 18181-1 and -2). The picture itself is
 * decoded by the browser, where it can. Throws `unsupported-feature` (`jpeg-xl`, `jpeg-xl-cmyk`),
 * `corrupt-file` or `code-not-loaded`.
 */
async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const decoder = await findJxlDecoder();
  refuseUnsupported(decoder);
  const boxes = isContainer(bytes) ? readJxlBoxes(bytes) : [];
  const header = readCodestreamHeader(findCodestream(bytes, boxes));
  refuseUnsupported(decoder, header);
  const { orientation, bitDepth, hasAlpha, animated, color } = header;
  const lies = decoder.turns && orientation >= firstLying;
  const width = lies ? header.height : header.width;
  const height = lies ? header.width : header.height;
  const tags = decoder.asStored && color.kind === 'named' ? color.tags : null;
  const srgb = tags === null;
  return {
    format: 'jxl',
    pictures: [
      {
        width,
        height,
        bitDepth,
        hasAlpha,
        gray: color.gray,
        halfChroma: false,
        // The code stream's own orientation is the truth, whatever Exif says beside it.
        orientation: 1,
        turned: orientation !== 1,
        placement: placementOf(decoder.turns ? 1 : orientation, width, height),
        color: tags ?? {},
        metadata: await readJxlMetadata(boxes),
        gainMap: boxes.some(({ type }) => type === gainMapBox) ? 'unusable' : null,
        ...((bitDepth > 8 || srgb) && { decodesTo: { bitDepth: 8, srgb } }),
      },
    ],
    animated,
    hasVideo: false,
    lossless: false,
    load: async () => {},
    decode: () => decodeByBrowser(bytes, { width, height }, { gray: color.gray, tags }),
  };
}

export const jxlInput: InputCodec = { format: 'jxl', readHeader: readJxlHeader, open };
