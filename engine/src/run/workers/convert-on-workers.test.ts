import { expect, test } from 'vitest';
import { bytesOfBlob, fixture } from '../../../testing/pictures.ts';
import { startPipeline } from '../../convert/pipeline.ts';
import { makeScan } from '../../strips/make-strip.ts';
import { convertOnWorkers, type RunOnWorker } from './convert-on-workers.ts';
import { createLocalPool } from '../local-pool.ts';
import type { Result } from './messages.ts';
import { makeTask } from '../conversion/make-task.ts';

const nothing = (): void => {};

test('keeps a file that a worker has sent only until each strip has its part of it', async () => {
  const bytes = await fixture('grid.heic');
  const file = new Blob([bytes]);
  let whole: ArrayBufferLike = new ArrayBuffer(0);
  const kept: number[] = [];
  let before: Promise<unknown> = Promise.resolve();
  const run: RunOnWorker = async ({ request }) => {
    if (request.kind === 'start') {
      const begun = await startPipeline(file, '', {}, {});
      if (begun.kind !== 'planned') throw new Error('not in strips');
      const own = new Uint8Array(bytes);
      whole = own.buffer;
      return { ...begun, bytes: own };
    }
    if (request.kind === 'scan') {
      return { kind: 'scan', scan: await makeScan(request.tokens, request.huffman, nothing) };
    }
    if (request.kind !== 'strip') throw new Error(request.kind);
    const { task } = request;
    // A thread runs one task after another.
    const made = before.then(() => {
      kept.push(whole.byteLength);
      return makeTask(task, new Blob(), nothing);
    });
    before = made;
    return { kind: 'strip', strip: await made };
  };
  const { blob } = await convertOnWorkers(run, { file, name: '', options: {} });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept).toEqual(kept.map(() => 0));
  const whatOthersMake = await createLocalPool().convert(file);
  expect(await bytesOfBlob(blob)).toEqual(await bytesOfBlob(whatOthersMake.blob));
});

test('has a file planned again for fewer pixels where a size in bytes takes that', async () => {
  const file = new Blob([await fixture('grid.heic')]);
  const options = { targetBytes: 1000, fewerPixels: true };
  const planned: boolean[] = [];
  // A thread runs one task after another.
  let before: Promise<unknown> = Promise.resolve();
  const run: RunOnWorker = ({ request }) => {
    const answer = before.then(async (): Promise<Result> => {
      if (request.kind === 'start') {
        planned.push(request.chosen !== undefined);
        return startPipeline(file, '', options, {}, request.chosen);
      }
      if (request.kind === 'scan') {
        return { kind: 'scan', scan: await makeScan(request.tokens, request.huffman, nothing) };
      }
      if (request.kind !== 'strip') throw new Error(request.kind);
      const { task, planes } = request;
      return { kind: 'strip', strip: await makeTask(task, file, nothing, { planes }) };
    });
    before = answer.catch(nothing);
    return answer;
  };
  const { blob } = await convertOnWorkers(run, { file, name: '', options });
  expect(planned).toContain(true);
  expect(blob.size).toBeLessThanOrEqual(1000);
});
