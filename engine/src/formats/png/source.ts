import { pictureHeader } from '../../codec/picture-header.ts';
import { readPngFileHeader } from './file-header.ts';
import { readWhole } from '../../browser/image-decoder.ts';
import type { BandedPicture, InputCodec, Source } from '../../codec/input.ts';
import { readOrientation } from '../../metadata/exif.ts';
import { isTurned } from '../../transform/orient.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';
import { loadWasm } from '../../wasm/load.ts';
import { readChunks, requireIntactSamples, type Chunk } from './chunks.ts';
import { bandRowsOf, isForBands } from './bands.ts';
import {
  colorTypes,
  isSimple,
  readPngColor,
  readPngDensity,
  readPngHeader,
  type PngHeader,
} from './header.ts';
import { isForBrowser, openInBrowser } from './in-browser.ts';
import { readPngMetadata } from './text-metadata.ts';

type Facts = Pick<Source, 'format' | 'pictures' | 'animated' | 'hasVideo' | 'lossless'>;

function bandsOf(chunks: Chunk[], header: PngHeader): BandedPicture | null {
  if (!isForBands(header)) return null;
  const rows = bandRowsOf(header);
  return {
    bandPixels: rows * header.width,
    async *read() {
      requireIntactSamples(chunks);
      const { decodePngBands } = await import('./decode.ts');
      yield* decodePngBands(chunks, rows);
    },
  };
}

/** What the chunks before the samples say of the picture. */
async function describe(chunks: Chunk[]): Promise<{ header: PngHeader; facts: Facts }> {
  const header = readPngHeader(chunks);
  const { bitDepth, colorType, hasAlpha, animated } = header;
  const density = readPngDensity(chunks);
  const metadata = { ...(await readPngMetadata(chunks)), ...(density && { density }) };
  const gray = colorType === colorTypes.gray || colorType === colorTypes.grayAlpha;
  const color = await readPngColor(chunks);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  const picture = pictureHeader(header, {
    bitDepth: Math.max(bitDepth, 8),
    hasAlpha,
    gray,
    orientation,
    color,
    metadata,
  });
  const facts = { format: 'png', animated, hasVideo: false, lossless: true } as const;
  return { header, facts: { ...facts, pictures: [picture] } };
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const chunks = readChunks(bytes, 'unchecked');
  const { header, facts } = await describe(chunks);
  const { hasAlpha } = header;
  const { orientation, gray, color } = facts.pictures[0]!;
  return {
    ...facts,
    // Only decoding shows whether the browser's decoder works.
    load: async () => {},
    // Bands are delivered as stored.
    findBands: (_, turn) => (orientation === 1 && !isTurned(turn) ? bandsOf(chunks, header) : null),
    decodePixels: async (_, kind) =>
      hasAlpha && kind === 'opaque' ? null : openInBrowser(bytes, chunks, header),
    findFile(_, chroma, background) {
      if (!isForBrowser(header) || (hasAlpha && background === undefined)) return null;
      const picture = wholeFilePicture('png', bytes, header, orientation, chroma);
      return { ...picture, pixels: { background } };
    },
    async decodeInOrder(_, onLoad) {
      // Our own decoder takes longer for these.
      const pixels = isSimple(header) ? null : await openInBrowser(bytes, chunks, header);
      if (pixels) return pixels;
      // Rows of interlaced pictures come in another order.
      if (header.interlaced) return null;
      onLoad?.('begins');
      const [{ BandedPixels }] = await Promise.all([
        import('./banded-pixels.ts'),
        loadWasm('png-codec'),
      ]);
      onLoad?.('done');
      return new BandedPixels(chunks, header);
    },
    async decode(_, onLoad) {
      const pixels = await openInBrowser(bytes, chunks, header);
      if (pixels) return { ...(await readWhole(pixels)), gray, color };
      requireIntactSamples(chunks);
      onLoad?.('begins');
      const [{ decodePng }] = await Promise.all([import('./decode.ts'), loadWasm('png-codec')]);
      onLoad?.('done');
      return decodePng(chunks);
    },
  };
}

/** See `InputCodec.openDamaged`. */
async function openDamaged(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { decodeDamagedPng, readDamagedChunks } = await import('./salvage.ts');
  const { chunks, isHeaderSound } = readDamagedChunks(bytes);
  const { facts } = await describe(chunks);
  return {
    ...facts,
    load: async () => void (await loadWasm('png-codec')),
    decode: () => decodeDamagedPng(chunks, isHeaderSound),
  };
}

export const input: InputCodec = {
  format: 'png',
  readHeader: readPngFileHeader,
  open,
  openDamaged,
};
