import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ByteView, joinBytes, type Item } from './heif-items.ts';
import { run } from './native.ts';
import type { Picture } from './picture.ts';

/** Why no reference picture can be made; the text names what stands in the way. */
export class NoReference extends Error {}

/** What a file says of its samples outside the coded stream; it wins over the stream. */
export interface Signaled {
  /** Matrix coefficients of ISO/IEC 23091-2. */
  matrix: number;
  fullRange: boolean;
}

/** Samples of one decoded item, as ffmpeg gives them. */
export interface Planes {
  width: number;
  height: number;
  bits: number;
  /** Chroma is subsampled by 2 to these powers; -1 when there is no chroma. */
  shiftX: number;
  shiftY: number;
  samples: Uint16Array | Uint8Array;
  fullRange: boolean;
  matrix: number;
}

export const codecs: Record<string, { configuration: string; demuxer: string }> = {
  hvc1: { configuration: 'hvcC', demuxer: 'hevc' },
  avc1: { configuration: 'avcC', demuxer: 'h264' },
};

const startCode = new Uint8Array([0, 0, 0, 1]);

function parameterSets(
  type: string,
  configuration: Uint8Array,
): { units: Uint8Array[]; lengthSize: number } {
  const units: Uint8Array[] = [];
  if (type === 'avc1') {
    const view = new ByteView(configuration, 4);
    const lengthSize = (view.u8() & 3) + 1;
    for (const mask of [31, 255]) {
      const count = view.u8() & mask;
      for (let i = 0; i < count; i++) {
        const length = view.u16();
        units.push(configuration.subarray(view.position, view.position + length));
        view.position += length;
      }
    }
    return { units, lengthSize };
  }
  const view = new ByteView(configuration, 21);
  const lengthSize = (view.u8() & 3) + 1;
  const arrays = view.u8();
  for (let i = 0; i < arrays; i++) {
    view.u8();
    const count = view.u16();
    for (let n = 0; n < count; n++) {
      const length = view.u16();
      units.push(configuration.subarray(view.position, view.position + length));
      view.position += length;
    }
  }
  return { units, lengthSize };
}

/** One coded item as an Annex B byte stream, its parameter sets in front. */
export function annexB(item: Item): Uint8Array {
  const codec = codecs[item.type];
  const configuration = item.properties.find((p) => p.type === codec?.configuration)?.content;
  if (!codec || !configuration) throw new NoReference(`item type ${item.type}`);
  const { units, lengthSize } = parameterSets(item.type, configuration);
  const parts = units.flatMap((unit) => [startCode, unit]);
  const view = new ByteView(item.data);
  while (view.position + lengthSize <= item.data.length) {
    let length = 0;
    for (let i = 0; i < lengthSize; i++) length = length * 256 + view.u8();
    parts.push(startCode, item.data.subarray(view.position, view.position + length));
    view.position += length;
  }
  return joinBytes(parts);
}

const layouts: Record<string, [shiftX: number, shiftY: number]> = {
  yuv420: [1, 1],
  yuv422: [1, 0],
  yuv444: [0, 0],
  gray: [-1, -1],
};

/** Decodes items that share one configuration in a single run of ffmpeg. */
export async function decodeItems(items: Item[], folder: string): Promise<Planes[]> {
  const first = items[0];
  if (!first) return [];
  const demuxer = codecs[first.type]?.demuxer;
  if (!demuxer) throw new NoReference(`item type ${first.type}`);
  const path = join(folder, `items.${demuxer}`);
  await writeFile(path, joinBytes(items.map(annexB)));
  const entries = 'stream=pix_fmt,width,height,color_range,color_space';
  const probe = await run('ffprobe', [
    '-v',
    'error',
    '-f',
    demuxer,
    '-show_entries',
    entries,
    '-of',
    'json',
    path,
  ]);
  const stream = (JSON.parse(probe.stdout.toString() || '{}') as ProbeResult).streams?.[0];
  const pixelFormat = stream?.pix_fmt ?? '';
  const format = /^(yuv420|yuv422|yuv444|gray)p?(\d+)?(le)?$/.exec(
    pixelFormat.replace('yuvj', 'yuv'),
  );
  const layout = layouts[format?.[1] ?? ''];
  if (!stream || !format || !layout)
    throw new NoReference(`ffmpeg reads no picture (${pixelFormat || probe.stderr.slice(0, 80)})`);
  const bits = Number(format[2] ?? 8);
  const raw = await run('ffmpeg', [
    '-v', 'error', '-xerror', '-err_detect', 'explode', '-threads', '2', '-f', demuxer, '-i', path,
    '-vsync', 'passthrough', '-f', 'rawvideo', '-pix_fmt', stream.pix_fmt, '-',
  ]); // prettier-ignore
  if (!raw.ok) throw new NoReference('ffmpeg finds the coded data damaged');
  const { width, height } = stream;
  const [shiftX, shiftY] = layout;
  const chroma = shiftX < 0 ? 0 : 2 * ((width + shiftX) >> shiftX) * ((height + shiftY) >> shiftY);
  const frameSamples = width * height + chroma;
  const frameBytes = frameSamples * (bits > 8 ? 2 : 1);
  const frames = Math.floor(raw.stdout.length / frameBytes);
  if (frames !== items.length)
    throw new NoReference(`ffmpeg decodes ${frames} of ${items.length} items`);
  // Unspecified in the stream means limited range (H.265, E.2.1).
  const fullRange = stream.color_range === 'pc' || pixelFormat.startsWith('yuvj');
  const matrix =
    { bt709: 1, smpte170m: 6, bt470bg: 5, gbr: 0, bt2020nc: 9 }[stream.color_space ?? ''] ?? 2;
  return items.map((_, index) => {
    const bytes = raw.stdout.subarray(index * frameBytes, (index + 1) * frameBytes);
    const samples =
      bits > 8
        ? new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + frameBytes))
        : bytes;
    return { width, height, bits, shiftX, shiftY, samples, fullRange, matrix };
  });
}

interface ProbeResult {
  streams?: {
    pix_fmt: string;
    width: number;
    height: number;
    color_range?: string;
    color_space?: string;
  }[];
}

/** Luma weights of red and blue by matrix coefficients (ISO/IEC 23091-2); 2 is read as BT.601. */
const weights: Record<number, [red: number, blue: number]> = {
  1: [0.2126, 0.0722],
  2: [0.299, 0.114],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};

/** To 8-bit RGB with chroma repeated, computed in floating point. */
export function toRgb(planes: Planes, signaled: Signaled | null): Picture {
  const { width, height, bits, shiftX, shiftY, samples } = planes;
  const matrix = signaled?.matrix ?? planes.matrix;
  const fullRange = signaled?.fullRange ?? planes.fullRange;
  const weight = weights[matrix];
  if (!weight && matrix !== 0) throw new NoReference(`matrix coefficients ${matrix}`);
  const [kr, kb] = weight ?? [0, 0];
  const scale = 2 ** (bits - 8);
  const peak = 2 ** bits - 1;
  const blackY = fullRange ? 0 : 16 * scale;
  const gainY = 255 / (fullRange ? peak : 219 * scale);
  const gainC = 255 / (fullRange ? peak : 224 * scale);
  const middle = 128 * scale;
  const chromaWidth = shiftX < 0 ? 0 : (width + shiftX) >> shiftX;
  const chromaHeight = shiftX < 0 ? 0 : (height + shiftY) >> shiftY;
  const cbStart = width * height;
  const crStart = cbStart + chromaWidth * chromaHeight;
  const rgb = new Uint8ClampedArray(width * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const luma = ((samples[y * width + x] ?? 0) - blackY) * gainY;
      if (shiftX < 0) {
        rgb[at++] = luma;
        rgb[at++] = luma;
        rgb[at++] = luma;
        continue;
      }
      const c = (y >> shiftY) * chromaWidth + (x >> shiftX);
      if (matrix === 0) {
        rgb[at++] = ((samples[crStart + c] ?? 0) - blackY) * gainY;
        rgb[at++] = luma;
        rgb[at++] = ((samples[cbStart + c] ?? 0) - blackY) * gainY;
        continue;
      }
      const cb = ((samples[cbStart + c] ?? 0) - middle) * gainC;
      const cr = ((samples[crStart + c] ?? 0) - middle) * gainC;
      const red = luma + 2 * (1 - kr) * cr;
      const blue = luma + 2 * (1 - kb) * cb;
      rgb[at++] = red;
      rgb[at++] = (luma - kr * red - kb * blue) / (1 - kr - kb);
      rgb[at++] = blue;
    }
  }
  return { width, height, rgb: new Uint8Array(rgb.buffer) };
}
