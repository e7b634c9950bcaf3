import { EngineError } from '../errors.ts';
import type { ChromaFormat, Cicp, Planes } from '../planes/planes.ts';

/** The planar formats of WebCodecs. Those with alpha are not requested. */
const formats: Record<string, { chroma: ChromaFormat; bitDepth: number }> = {
  I420: { chroma: '4:2:0', bitDepth: 8 },
  I420P10: { chroma: '4:2:0', bitDepth: 10 },
  I420P12: { chroma: '4:2:0', bitDepth: 12 },
  I422: { chroma: '4:2:2', bitDepth: 8 },
  I422P10: { chroma: '4:2:2', bitDepth: 10 },
  I422P12: { chroma: '4:2:2', bitDepth: 12 },
  I444: { chroma: '4:4:4', bitDepth: 8 },
  I444P10: { chroma: '4:4:4', bitDepth: 10 },
  I444P12: { chroma: '4:4:4', bitDepth: 12 },
  NV12: { chroma: '4:2:0', bitDepth: 8 },
};

/** Whether the planes of frames in this format can be copied. */
export function isPlanar(format: VideoPixelFormat | null): boolean {
  return format !== null && format in formats;
}

/** Code points of ITU-T H.273, table 4, by WebCodecs name. */
const matrices: Record<string, number> = {
  rgb: 0,
  bt709: 1,
  bt470bg: 5,
  smpte170m: 6,
  'bt2020-ncl': 9,
};

/** ITU-T H.273, table 3. */
const transfers: Record<string, number> = { bt709: 1, 'iec61966-2-1': 13, pq: 16, hlg: 18 };

function colorOf({ fullRange, matrix, transfer }: VideoColorSpace): Cicp | null {
  if (fullRange === null) return null;
  return {
    fullRange,
    primaries: 2,
    transfer: transfers[transfer ?? ''] ?? 2,
    matrix: matrices[matrix ?? ''] ?? 2,
  };
}

/** Splits the interleaved Cb and Cr samples of NV12 into two planes. */
function separate(pairs: Uint8Array, stride: number, width: number, height: number): Uint8Array[] {
  const cb = new Uint8Array(width * height);
  const cr = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    const to = y * width;
    for (let x = 0; x < width; x++) {
      cb[to + x] = pairs[row + 2 * x]!;
      cr[to + x] = pairs[row + 2 * x + 1]!;
    }
  }
  return [cb, cr];
}

/**
 * Copies a decoded frame to planes, without a canvas. Browsers deliver monochrome codings as 4:2:0
 * with empty chroma; `gray` copies only luma. Throws `unsupported-feature` (`video-frame-format`)
 * for frames that browsers do not let us copy.
 *
 * @param part Range of luma rows, starting at an even one. Default: all rows.
 */
export async function planesOfFrame(
  frame: VideoFrame,
  gray: boolean,
  part?: { top: number; rows: number },
): Promise<Planes> {
  const known = formats[frame.format ?? ''];
  const shown = frame.visibleRect;
  if (!known || !shown) {
    throw new EngineError('unsupported-feature', `a video frame of format ${frame.format}`, {
      feature: 'video-frame-format',
    });
  }
  const { bitDepth } = known;
  const { top, rows: height } = part ?? { top: 0, rows: shown.height };
  const { x, width } = shown;
  const rect = { x, y: shown.y + top, width, height };
  const buffer = new ArrayBuffer(frame.allocationSize({ rect }));
  const layouts = await frame.copyTo(buffer, { rect });
  const bytes = bitDepth > 8 ? 2 : 1;
  const chroma = gray ? '4:0:0' : known.chroma;
  const chromaHeight = known.chroma === '4:2:0' ? Math.ceil(height / 2) : height;
  const heights = [height, chromaHeight, chromaHeight];
  const views = layouts.slice(0, 3).map(({ offset, stride }, i) => {
    const samples = (stride * heights[i]!) / bytes;
    const View = bytes === 1 ? Uint8Array : Uint16Array;
    return new View(buffer, offset, samples);
  });
  let strides = layouts.map(({ stride }) => stride / bytes);
  let planes: Planes['planes'] = views;
  if (frame.format === 'NV12' && !gray) {
    const chromaWidth = Math.ceil(width / 2);
    const pairs = new Uint8Array(buffer, layouts[1]!.offset);
    planes = [views[0]!, ...separate(pairs, strides[1]!, chromaWidth, chromaHeight)];
    strides = [strides[0]!, chromaWidth, chromaWidth];
  }
  const count = gray ? 1 : 3;
  const color = colorOf(frame.colorSpace);
  return {
    width,
    height,
    chroma,
    bitDepth,
    chromaBitDepth: bitDepth,
    planes: planes.slice(0, count),
    strides: strides.slice(0, count),
    ...(color && { color }),
  };
}
