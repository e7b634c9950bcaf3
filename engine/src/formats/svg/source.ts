import { pictureHeader } from '../../codec/picture-header.ts';
import { type FileParts, maxHeader, startBytes } from '../../bytes/file-parts.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';
import { readDrawn } from './drawn.ts';
import { isPacked, unpackSvg } from './packed.ts';
import { pixelsOf, readSvgRoot, svgText } from './root.ts';

/**
 * Opens a drawing. The text states its size, but only a page can render it: after a worker refuses,
 * the page does (`run/with-drawings.ts`) and sends the pixels instead.
 */
async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const drawn = readDrawn(bytes);
  const { width, height } = drawn ?? pixelsOf(readSvgRoot(svgText(await unpackSvg(bytes))).size);
  return {
    format: 'svg',
    ...(drawn?.lacksParts === true && { notes: ['parts-not-loaded'] }),
    pictures: [pictureHeader({ width, height }, { hasAlpha: true })],
    animated: false,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    async decode() {
      if (drawn?.data.length === width * height * 4)
        return {
          width,
          height,
          data: drawn.data,
          opaque: false,
          gray: false,
          premultiplied: false,
          color: {},
        };
      throw new EngineError('unsupported-feature', 'SVG: only a page in a browser can draw it', {
        feature: 'svg',
      });
    },
  };
}

/** A drawing's start suffices, but a part of a compressed one cannot be told from a damaged one. */
async function readHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const start = await parts.read(0, startBytes);
  return isPacked(start) ? parts.read(0, maxHeader) : start;
}

export const input: InputCodec = {
  format: 'svg',
  readHeader,
  open,
};
