import { expect, test } from 'vitest';
import type { Inspection } from '@stillpix/engine';
import { createEstimates } from './estimates.ts';
import type { Question } from './questions.ts';

/** An encoder that needs as many hundredths of a byte per pixel as the quality's number. */
function setUp() {
  const log: string[] = [];
  const times: string[] = [];
  const estimates = createEstimates({
    takeSample: async (file) => {
      log.push(`sample ${(file as File).name}`);
      if ((file as File).name === 'broken') return null;
      return { blob: new Blob(), pixels: 1000 };
    },
    dropSample: (file) => void log.push(`drop ${(file as File).name}`),
    encodeSample: async (_, { quality = 92 }) => {
      log.push(`encode ${quality}`);
      return new Blob([new Uint8Array(600 + (1000 * quality) / 100)]);
    },
    onMeasuring(ended) {
      times.push('begins');
      void ended.then(() => times.push('ends'));
    },
  });
  return { log, times, estimates };
}

const header = {
  plan: { steps: [] as Inspection['plan']['steps'] } as Inspection['plan'],
  colorProfile: { name: 'sRGB', kind: 'none', hdr: false },
} as const;

const files = new Map<string, File>();

function question(name: string, options: Question['options'] = {}): Question {
  const file = files.get(name) ?? new File(['x'], name);
  files.set(name, file);
  return {
    file,
    dimensions: { width: 200, height: 100 },
    header,
    options: { format: 'jpeg', quality: 80, ...options },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('scales what a sample takes to the size of the result', async () => {
  const { estimates } = setUp();
  estimates.want([question('a')]);
  expect(estimates.find(question('a'))).toBeNull();
  await settle();
  expect(estimates.find(question('a'))).toBe(20_000 * 0.8 + 600);
});

test('counts the pixels that are left after crop and resize', async () => {
  const { estimates } = setUp();
  const half = question('a', { crop: { x: 0, y: 0, width: 100, height: 100 } });
  const small = question('a', { resize: { width: 100 } });
  estimates.want([half, small]);
  await settle();
  expect(estimates.find(half)).toBe(10_000 * 0.8 + 600);
  expect(estimates.find(small)).toBe(5000 * 0.8 + 600);
});

test('takes one sample for all qualities, and has no size for a quality that was not measured', async () => {
  const { log, estimates } = setUp();
  estimates.want([question('a')]);
  await settle();
  expect(estimates.find(question('a', { quality: 70 }))).toBeNull();
  estimates.want([question('a', { quality: 70 })]);
  await settle();
  expect(log).toEqual(['sample a', 'encode 80', 'encode 70']);
});

test('says no more than the size that is asked for', async () => {
  const { estimates } = setUp();
  const limited = question('a', { targetBytes: 5000 });
  estimates.want([limited]);
  await settle();
  expect(estimates.find(limited)).toBe(5000);
});

test('goes on after a photo that cannot be drawn, and tries it once', async () => {
  const { log, estimates } = setUp();
  estimates.want([question('broken'), question('b')]);
  await settle();
  estimates.want([question('broken'), question('b')]);
  await settle();
  expect(estimates.find(question('broken'))).toBeNull();
  expect(estimates.find(question('b'))).not.toBeNull();
  expect(log.filter((line) => line === 'sample broken')).toHaveLength(1);
});

test('measures nothing more when nothing is wanted', async () => {
  const { log, estimates } = setUp();
  estimates.want([question('a'), question('b'), question('c')]);
  estimates.want([]);
  await settle();
  expect(log).toEqual(['sample a', 'sample b']);
});

test('keeps a sample that was on its way when only the quality changed, and encodes it once', async () => {
  const { log, estimates } = setUp();
  estimates.want([question('a')]);
  estimates.want([question('a', { quality: 70 })]);
  await settle();
  expect(log).toEqual(['sample a', 'encode 70']);
  expect(estimates.find(question('a', { quality: 70 }))).not.toBeNull();
});

test('says when measuring begins and ends, once for all that is wanted', async () => {
  const { times, estimates } = setUp();
  estimates.want([question('broken'), question('a'), question('b'), question('c')]);
  expect(times).toEqual(['begins']);
  await settle();
  expect(times).toEqual(['begins', 'ends']);
  estimates.want([question('d')]);
  await settle();
  expect(times).toEqual(['begins', 'ends', 'begins', 'ends']);
});

test('gives samples of photos back that have left', async () => {
  const { log, estimates } = setUp();
  estimates.want([question('a'), question('b')]);
  await settle();
  estimates.want([question('b')]);
  expect(log.at(-1)).toBe('drop a');
});
