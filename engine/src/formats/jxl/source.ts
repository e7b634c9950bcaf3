import { pictureHeader } from '../../codec/picture-header.ts';
import { readJxlHeader } from './file-header.ts';
import { decodeNatively, decodeStoredNatively } from '../../browser/image-decoder.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { isHdr } from '../../color/hdr.ts';
import { EngineError } from '../../errors.ts';
import type { ColorTags, Raster } from '../../planes/raster.ts';
import { placementOf } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { findJxlDecoder } from './browser-decoder.ts';
import { asStraight, readCodestreamHeader, type JxlHeader } from './codestream.ts';
import {
  findCodestream,
  isContainer,
  type JxlBox,
  readJxlBoxes,
  readJxlMetadata,
} from './container.ts';

const mime = 'image/jxl';

/** A mid-range phone takes less per megapixel. */
const millisecondsPerMegapixel = 1500;
const leastMilliseconds = 15_000;

/** Exif orientations from 5 on swap width and height. */
const firstLying = 5;

/** Box with an ISO 21496-1 gain map. */
const gainMapBox = 'jhgm';

function refuseInks({ hasBlack }: JxlHeader): void {
  if (!hasBlack) return;
  throw new EngineError('unsupported-feature', 'JPEG XL with four inks', {
    feature: 'jpeg-xl-cmyk',
  });
}

/** Makes the channels of gray pictures equal: decoders dither each channel differently. */
function makeGray({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    data[at] = data[at + 1]!;
    data[at + 2] = data[at + 1]!;
  }
}

/** The primaries of sRGB (ITU-T H.273). */
const srgbPrimaries = 1;

/** Color of our decoder's output: sRGB, or HDR with sRGB's primaries. */
function packagedColor(named: ColorTags | null): ColorTags {
  return named?.cicp && isHdr(named)
    ? { cicp: { primaries: srgbPrimaries, transfer: named.cicp.transfer } }
    : {};
}

/** Format of the decoder's output, where that is less than the file holds. */
function decodedForm(header: JxlHeader, known: ColorTags, packaged: boolean) {
  if (packaged && isHdr(known)) return { bitDepth: 16, srgb: false };
  const { bitDepth, color } = header;
  const isTold =
    color.kind === 'named' && (color.tags.icc ?? color.tags.cicp) === (known.icc ?? known.cicp);
  return bitDepth > 8 || !isTold ? { bitDepth: 8, srgb: !isTold } : null;
}

function requireSize(raster: Raster, { width, height }: { width: number; height: number }): void {
  if (raster.width === width && raster.height === height) return;
  throw new EngineError('corrupt-file', 'The decoder gave a picture of another size');
}

/** Decodes as stored if `tags` can describe that, otherwise to sRGB. */
async function decodeByBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: { width: number; height: number },
  tags: ColorTags | null,
): Promise<Raster> {
  const patience = Math.max(leastMilliseconds, ((width * height) / 1e6) * millisecondsPerMegapixel);
  const stored = tags && (await decodeStoredNatively(bytes, mime, patience));
  const raster = stored ?? (await decodeNatively(bytes, mime, patience));
  return { ...raster, color: stored ? tags : {} };
}

/**
 * The data for libjxl. As packaged, libjxl divides premultiplied colors by alpha twice, so it is
 * told that they are straight.
 */
function forPackage(
  bytes: Uint8Array<ArrayBuffer>,
  boxes: JxlBox[],
  { premultipliedAt }: JxlHeader,
): Uint8Array<ArrayBuffer> {
  if (premultipliedAt === null) return bytes;
  return asStraight(findCodestream(bytes, boxes, bytes.length), premultipliedAt);
}

/**
 * Reads the container and the codestream header (ISO/IEC 18181-1 and -2). The browser decodes the
 * picture if it can, otherwise libjxl. Throws `unsupported-feature` (`jpeg-xl-cmyk`),
 * `corrupt-file` or `code-not-loaded`.
 */
async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const native = await findJxlDecoder();
  const boxes = isContainer(bytes) ? readJxlBoxes(bytes) : [];
  const header = readCodestreamHeader(findCodestream(bytes, boxes));
  refuseInks(header);
  const { orientation, bitDepth, hasAlpha, animated, color } = header;
  const turns = native?.turns ?? true;
  const lies = turns && orientation >= firstLying;
  const width = lies ? header.height : header.width;
  const height = lies ? header.width : header.height;
  const named = color.kind === 'named' ? color.tags : null;
  const tags = native?.asStored ? named : null;
  const known = native ? (tags ?? {}) : packagedColor(named);
  const decodesTo = decodedForm(header, known, native === null);
  return {
    format: 'jxl',
    pictures: [
      // The codestream's orientation is authoritative, whatever Exif says.
      pictureHeader(
        { width, height },
        {
          bitDepth,
          hasAlpha,
          gray: color.gray,
          turned: orientation !== 1,
          placement: placementOf(turns ? 1 : orientation, width, height),
          color: known,
          metadata: await readJxlMetadata(boxes),
          gainMap: boxes.some(({ type }) => type === gainMapBox) ? 'unusable' : null,
          ...(decodesTo && { decodesTo }),
        },
      ),
    ],
    animated,
    hasVideo: false,
    lossless: false,
    load: async () => void (native ?? (await loadWasm('jxl-decoder'))),
    async decode() {
      const raster = native
        ? await decodeByBrowser(bytes, { width, height }, tags)
        : await (
            await import('./packaged-decoder.ts')
          ).decodeByPackage(forPackage(bytes, boxes, header), width * height, known);
      requireSize(raster, { width, height });
      if (color.gray) makeGray(raster);
      return { ...raster, gray: color.gray, premultiplied: header.premultipliedAt !== null };
    },
  };
}

export const input: InputCodec = { format: 'jxl', readHeader: readJxlHeader, open };
