import type { ConvertResult } from '@stillpix/engine';
import { describe, expect, it } from 'vitest';
import {
  emptyQueue,
  placesLeft,
  type Queue,
  type QueueAction,
  queueReducer,
  summarise,
} from './queue.ts';

function photo(name: string, size = 100): File {
  return new File([new Uint8Array(size)], name);
}

function resultOf(size: number): ConvertResult {
  return {
    blob: new Blob([new Uint8Array(size)]),
    format: 'jpeg',
    width: 4,
    height: 3,
    notes: [],
    input: 'heic',
    others: [],
    milliseconds: 5,
  };
}

const whole = { x: 0, y: 0, width: 1, height: 1 };

const failure = { code: 'corrupt-file', feature: null, detail: 'cut off' } as const;

function after(...actions: QueueAction[]): Queue {
  return actions.reduce(queueReducer, emptyQueue);
}

const two: QueueAction = {
  type: 'add',
  files: [
    { id: 'a', file: photo('a.heic', 300) },
    { id: 'b', file: photo('b.heic', 100) },
  ],
};

function statusOf(queue: Queue, id: string): string | undefined {
  return queue.items.find((item) => item.id === id)?.status;
}

describe('the queue', () => {
  it('takes files in as pending and in order', () => {
    const queue = after(two, { type: 'add', files: [{ id: 'c', file: photo('c.png') }] });
    expect(queue.items.map((item) => [item.id, item.status])).toEqual([
      ['a', 'pending'],
      ['b', 'pending'],
      ['c', 'pending'],
    ]);
  });

  it('leads a file from pending over converting to success', () => {
    const started = after(two, { type: 'start', id: 'a', job: 1 });
    expect(statusOf(started, 'a')).toBe('converting');
    expect(statusOf(started, 'b')).toBe('pending');
    const done = queueReducer(started, { type: 'done', job: 1, result: resultOf(50), kept: whole });
    expect(done.items[0]).toMatchObject({ status: 'success', result: { width: 4 } });
  });

  it('leads a broken file to error and leaves the others alone', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'start', id: 'b', job: 2 },
      { type: 'failed', job: 1, failure },
    );
    expect(queue.items[0]).toMatchObject({ status: 'error', failure });
    expect(statusOf(queue, 'b')).toBe('converting');
  });

  it('never lets progress fall, and keeps it within 100', () => {
    const started = after(two, { type: 'start', id: 'a', job: 1 });
    const progress = (queue: Queue, fraction: number) =>
      queueReducer(queue, { type: 'progress', reports: [{ job: 1, fraction }] });
    const half = progress(started, 0.5);
    expect(half.items[0]).toMatchObject({ progress: 50 });
    expect(progress(half, 0.2).items[0]).toMatchObject({ progress: 50 });
    expect(progress(half, 1.5).items[0]).toMatchObject({ progress: 100 });
  });

  it('ignores what a late answer of an earlier run says', () => {
    const again = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'cancelled', job: 1 },
      { type: 'start', id: 'a', job: 2 },
    );
    const late = queueReducer(again, { type: 'done', job: 1, result: resultOf(1), kept: whole });
    expect(statusOf(late, 'a')).toBe('converting');
    const lateFailure = queueReducer(again, { type: 'failed', job: 1, failure });
    expect(statusOf(lateFailure, 'a')).toBe('converting');
  });

  it('ignores answers for files that were removed', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'remove', id: 'a' },
      { type: 'done', job: 1, result: resultOf(1), kept: whole },
    );
    expect(queue.items.map((item) => item.id)).toEqual(['b']);
  });

  it('puts a cancelled file back to pending, from where it can start again', () => {
    const queue = after(two, { type: 'start', id: 'a', job: 1 }, { type: 'cancelled', job: 1 });
    expect(statusOf(queue, 'a')).toBe('pending');
    expect(summarise(queue).canStart).toBe(true);
  });

  it('starts only what is pending', () => {
    const done = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'done', job: 1, result: resultOf(1), kept: whole },
    );
    expect(statusOf(queueReducer(done, { type: 'start', id: 'a', job: 2 }), 'a')).toBe('success');
  });

  it('retries failed files only', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'failed', job: 1, failure },
      { type: 'retry', id: 'a' },
      { type: 'retry', id: 'b' },
    );
    expect(queue.items.map((item) => item.status)).toEqual(['pending', 'pending']);
  });

  it('puts everything but running files back to pending when asked to convert again', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'done', job: 1, result: resultOf(1), kept: whole },
      { type: 'start', id: 'b', job: 2 },
      { type: 'requeue' },
    );
    expect(queue.items.map((item) => item.status)).toEqual(['pending', 'converting']);
  });

  it('remembers a crop over a conversion, and makes an earlier result void', () => {
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'done', job: 1, result: resultOf(1), kept: whole },
      { type: 'cropped', ids: ['a'], crop },
    );
    expect(queue.items[0]).toMatchObject({ status: 'pending', crop });
    const done = [
      { type: 'start', id: 'a', job: 2 } as const,
      { type: 'done', job: 2, result: resultOf(1), kept: whole } as const,
    ].reduce<Queue>(queueReducer, queue);
    expect(done.items[0]).toMatchObject({ status: 'success', crop });
  });

  it('is empty after Clear, even while files convert', () => {
    const queue = after(two, { type: 'start', id: 'a', job: 1 }, { type: 'clear' });
    expect(queue.items).toEqual([]);
  });
});

describe('the summary', () => {
  it('weighs progress by size', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'done', job: 1, result: resultOf(150), kept: whole },
    );
    // 300 of 400 bytes are done.
    expect(summarise(queue)).toMatchObject({
      total: 2,
      succeeded: 1,
      pending: 1,
      progress: 75,
      bytesIn: 400,
      convertedBytesIn: 300,
      bytesOut: 150,
    });
  });

  it('counts a failed file as dealt with', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'failed', job: 1, failure },
      { type: 'start', id: 'b', job: 2 },
      { type: 'done', job: 2, result: resultOf(1), kept: whole },
    );
    expect(summarise(queue)).toMatchObject({ progress: 100, failed: 1, canStart: false });
  });

  it('offers to start only when something waits and nothing runs', () => {
    expect(summarise(emptyQueue).canStart).toBe(false);
    expect(summarise(after(two)).canStart).toBe(true);
    expect(summarise(after(two, { type: 'start', id: 'a', job: 1 })).canStart).toBe(false);
  });
});

describe('the batch limit', () => {
  it('counts waiting and failed files, but not converted ones', () => {
    const queue = after(
      two,
      { type: 'start', id: 'a', job: 1 },
      { type: 'done', job: 1, result: resultOf(1), kept: whole },
    );
    expect(placesLeft(queue, 5)).toBe(4);
    expect(placesLeft(after(two), 5)).toBe(3);
  });

  it('never falls below none', () => {
    expect(placesLeft(after(two), 1)).toBe(0);
  });
});
