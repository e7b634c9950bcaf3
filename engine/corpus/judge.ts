import { readFile } from 'node:fs/promises';
import type { Outcome } from '../bench/laboratory.ts';
import { difference, isAsNear, isSame, type Difference } from './compare.ts';
import type { Expectation } from './expectations.ts';
import { readPnm, type Picture } from './picture.ts';
import { decodeJpeg, decodeRgba, rgbaPam, type Reference } from './references.ts';

export type Ending = 'right' | 'refused' | 'wrong' | 'hung';

export interface Judgment {
  ending: Ending;
  /** Whether the ending is one that is asked of this file. */
  asked: boolean;
  detail: string;
}

const describe = (d: Difference) =>
  `luma ${d.luma.toFixed(1)} dB, chroma ${d.chroma.toFixed(1)} dB, worst block ${d.worstBlock.toFixed(1)}`;

/** A result as every viewer shows it: over white. */
export async function decodeResult(path: string): Promise<Picture | null> {
  if (path.endsWith('.jpg')) return decodeJpeg(path);
  if (path.endsWith('.webp')) return decodeRgba('dwebp', ['-quiet', path, '-pam', '-o', '-']);
  return decodeRgba('ffmpeg', ['-v', 'error', '-i', path, '-frames:v', '1', ...rgbaPam]);
}

async function judgePicture(
  outcome: Outcome & { kind: 'picture' },
  reference: Reference,
  path: string,
  isDrawing: boolean,
): Promise<string> {
  const result = await decodeResult(path);
  if (!result) return 'native tools cannot decode the result';
  if (result.width !== outcome.width || result.height !== outcome.height) {
    return `the result is ${result.width}x${result.height} but was reported as ${outcome.width}x${outcome.height}`;
  }
  let nearest = '';
  for (const variant of reference.variants) {
    const { width, height } = variant;
    if (width !== result.width || height !== result.height) {
      nearest ||= `${result.width}x${result.height} instead of ${width}x${height} (${variant.label})`;
      continue;
    }
    if (isDrawing) return '';
    const found = difference(readPnm(await readFile(variant.path)), result);
    const good = path.endsWith('.jpg') ? isAsNear(found, variant.expected) : isSame(found);
    if (good) return '';
    nearest = `${describe(found)}; ${variant.label} allows ${describe(variant.expected)}`;
  }
  return nearest;
}

/** Decides whether what the engine did with a file is right. `resultPath` is where its picture lies. */
export async function judge(
  outcome: Outcome,
  reference: Reference,
  expectation: Expectation,
  resultPath: string,
): Promise<Judgment> {
  const { damaged, refusalAllowed, limitMs } = expectation;
  const late = outcome.milliseconds > limitMs ? `${Math.round(outcome.milliseconds)} ms` : '';
  if (outcome.kind === 'hung')
    return { ending: 'hung', asked: false, detail: `no answer in ${limitMs} ms` };
  if (outcome.kind === 'stray') return { ending: 'wrong', asked: false, detail: outcome.message };
  if (outcome.kind === 'error') {
    const detail = `${outcome.code}${outcome.feature ? ` (${outcome.feature})` : ''}: ${outcome.message}`;
    if (['worker-crashed', 'timed-out', 'internal-error'].includes(outcome.code))
      return { ending: 'wrong', asked: false, detail };
    const named = outcome.code.startsWith('unsupported') && outcome.feature !== null;
    // Memory that is short is said beforehand, with a size that would do.
    const offered = outcome.code === 'out-of-memory' && outcome.fits !== null;
    const allowed = refusalAllowed || reference.variants.length === 0;
    const asked = damaged || offered || (named && allowed);
    const ending = named || damaged || offered ? 'refused' : 'wrong';
    return { ending, asked: asked && !late, detail: late ? `${detail}, after ${late}` : detail };
  }
  if (expectation.errorOnly) {
    return { ending: 'wrong', asked: false, detail: 'a picture came out of a damaged file' };
  }
  if (reference.variants.length === 0) {
    return {
      ending: 'wrong',
      asked: false,
      detail: `a picture came out although ${reference.reason}`,
    };
  }
  const fault = await judgePicture(outcome, reference, resultPath, expectation.isDrawing === true);
  if (fault) return { ending: 'wrong', asked: false, detail: fault };
  return { ending: 'right', asked: !late, detail: late ? `right, but after ${late}` : '' };
}
