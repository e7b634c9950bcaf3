// The output of strips once their samples are those of a JPEG, whatever the source.
import type { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { Strip } from '../formats/jpeg/encoder/strip.ts';
import type { Vp8Encoder } from '../formats/webp/vp8-encoder.ts';
import { samplingOf } from '../planes/sampling.ts';
import type { PlaneResampler } from '../transform/plane-resampler.ts';
import { copyRows, type ResampledRows, wholeShift } from '../transform/resampled-rows.ts';
import type { ThreadCodec } from '../wasm/thread-codec.ts';
import { codeMovedRows, codeResampledRows, codeStripRows, type CodedStrip } from './code-rows.ts';
import { type CountedRows, noFindings, type StripResult } from './tasks/result.ts';
import type { Counting, McuRowsTask } from './tasks/task.ts';

/** What making strips needs, besides a decoder. */
export interface JpegTools {
  encoder: JpegEncoder;
  /** Set if a task asks for another size. */
  resampler: PlaneResampler | null;
  /** Set if a task makes a WebP. */
  vp8: Vp8Encoder | null;
}

/** The thread's WebP encoder, if a task makes a WebP. */
export async function findVp8({
  output,
}: Pick<McuRowsTask, 'output'>): Promise<ThreadCodec<Vp8Encoder> | null> {
  if (output.kind !== 'macroblocks' && output.kind !== 'trials') return null;
  const { vp8Encoder } = await import('../formats/webp/encode-lossy.ts');
  return vp8Encoder;
}

/** What is known of a strip when it is made. */
export type OutputTask = Pick<
  McuRowsTask,
  'output' | 'width' | 'rows' | 'quality' | 'firstMcuRow' | 'last' | 'chroma'
>;

function resultOf({ coded, above, below }: CodedStrip): StripResult {
  const parts = [
    { rows: above, coded },
    { rows: below, coded: null },
  ];
  return { ...noFindings, kind: 'samples', parts, counts: [] };
}

/** Produces the output of a strip whose samples are finished. */
export function outputOf(
  { output, width, rows, quality, firstMcuRow, last, chroma }: OutputTask,
  strip: Strip,
  { encoder, resampler, vp8 }: JpegTools,
): StripResult {
  if (output.kind === 'tokens') {
    const tokens = encoder.tokenize(strip, firstMcuRow, last);
    return { ...noFindings, kind: 'tokens', parts: [tokens] };
  }
  if (output.kind === 'macroblocks' || output.kind === 'trials') {
    const shape = { width, height: rows };
    const [samples, isTop] = [encoder.samples.paddedSamplesOf(strip), firstMcuRow === 0];
    if (output.kind === 'trials') {
      const parts = vp8!.codeTrials(samples, shape, isTop, output);
      return { ...noFindings, kind: 'trials', parts };
    }
    vp8!.setQuality(output.picture, quality);
    const parts = [vp8!.codeStrip(samples, shape, isTop)];
    return { ...noFindings, kind: 'macroblocks', parts };
  }
  const count = ({ qualities, every }: Counting): CountedRows[] => [
    { rows, symbols: encoder.countSymbols(strip, qualities, every) },
  ];
  if (output.kind === 'counts') {
    return { ...noFindings, kind: 'counts', counts: count(output.counting) };
  }
  const { down } = samplingOf(chroma);
  const { resampling, counting, codes } = output;
  const coding = codes && { encoder, quality, chroma: codes, last };
  if (coding && !resampling) {
    const coded = codeStripRows(strip, firstMcuRow * 8 * down, coding);
    if (coded) return resultOf(coded);
  }
  const [luma, ...others] = encoder.samples.samplesOf(strip);
  const top = firstMcuRow * 8 * down;
  const give = (plane: typeof luma, component: number): ResampledRows => {
    const first = component === 0 ? top : top / down;
    if (!resampling) return { first, data: copyRows(plane!), open: [] };
    return resampler!.resample({ ...plane!, top: first }, resampling[component]!);
  };
  const color = others.map((plane, at) => give(plane, at + 1));
  // Chroma of another resolution is laid out again, together with luma.
  const moved = coding && resampling && codes === chroma && wholeShift(resampling[0]!);
  if (moved) {
    const corner = { x: moved.x, y: Math.max(moved.y - top, 0) };
    const first = Math.max(top - moved.y, 0);
    const { target } = resampling[0]!;
    const coded = codeMovedRows(strip, corner, first, color, target, coding);
    if (coded) return resultOf(coded);
  }
  const samples = [give(luma, 0), ...color];
  if (coding && resampling && !moved) {
    const coded = codeResampledRows(samples, resampling[0]!.target, coding);
    if (coded) return resultOf(coded);
  }
  const counts = counting ? count(counting) : [];
  return { ...noFindings, kind: 'samples', parts: [{ rows: samples, coded: null }], counts };
}
