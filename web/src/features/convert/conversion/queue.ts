import type { ConvertResult } from '@stillpix/engine';
import type { Failure } from './failure.ts';

/** A crop rectangle as parts of the upright picture's sides, each 0 to 1. */
export interface CropFraction {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ItemBase {
  id: string;
  file: File;
  /** Pixels of the upright picture, once its header has been read. */
  dimensions: { width: number; height: number } | null;
  crop: CropFraction | null;
}

export type QueueItem = ItemBase &
  (
    | { status: 'pending' }
    | {
        status: 'converting';
        /** Never reused on a page: a late answer of an older run must not settle a newer one. */
        job: number;
        /** 0 to 100. */
        progress: number;
      }
    | {
        status: 'success';
        result: ConvertResult;
        /** The part of the original that the result shows. */
        kept: CropFraction;
      }
    | { status: 'error'; failure: Failure }
  );

export interface Queue {
  items: QueueItem[];
}

export type QueueAction =
  | { type: 'add'; files: { id: string; file: File }[] }
  | { type: 'remove'; id: string }
  | { type: 'clear' }
  | { type: 'start'; id: string; job: number }
  | { type: 'progress'; reports: { job: number; fraction: number }[] }
  | { type: 'done'; job: number; result: ConvertResult; kept: CropFraction }
  | { type: 'failed'; job: number; failure: Failure }
  | { type: 'cancelled'; job: number }
  | { type: 'retry'; id: string }
  | { type: 'requeue' }
  | { type: 'measured'; id: string; width: number; height: number }
  | { type: 'cropped'; ids: string[]; crop: CropFraction | null };

export const emptyQueue: Queue = { items: [] };

export function queueReducer(queue: Queue, action: QueueAction): Queue {
  switch (action.type) {
    case 'add': {
      const added = action.files.map(({ id, file }): QueueItem => ({
        id,
        file,
        dimensions: null,
        crop: null,
        status: 'pending',
      }));
      return added.length === 0 ? queue : { items: [...queue.items, ...added] };
    }
    case 'remove':
      return { items: queue.items.filter((item) => item.id !== action.id) };
    case 'clear':
      return { items: [] };
    case 'start':
      return {
        items: queue.items.map((item) =>
          item.id === action.id && item.status === 'pending'
            ? { ...base(item), status: 'converting', job: action.job, progress: 0 }
            : item,
        ),
      };
    case 'progress': {
      const byJob = new Map(action.reports.map(({ job, fraction }) => [job, fraction]));
      return {
        items: queue.items.map((item) => {
          if (item.status !== 'converting') return item;
          const fraction = byJob.get(item.job);
          if (fraction === undefined) return item;
          const progress = Math.max(item.progress, Math.min(100, fraction * 100));
          return progress === item.progress ? item : { ...item, progress };
        }),
      };
    }
    case 'done':
      return settle(queue, action.job, (item) => ({
        ...base(item),
        status: 'success',
        result: action.result,
        kept: action.kept,
      }));
    case 'failed':
      return settle(queue, action.job, (item) => ({
        ...base(item),
        status: 'error',
        failure: action.failure,
      }));
    case 'cancelled':
      return settle(queue, action.job, toPending);
    case 'retry':
      return {
        items: queue.items.map((item) =>
          item.id === action.id && item.status === 'error' ? toPending(item) : item,
        ),
      };
    case 'requeue':
      return {
        items: queue.items.map((item) => (item.status === 'converting' ? item : toPending(item))),
      };
    case 'measured':
      return {
        items: queue.items.map((item) =>
          item.id === action.id
            ? { ...item, dimensions: { width: action.width, height: action.height } }
            : item,
        ),
      };
    case 'cropped':
      return {
        items: queue.items.map((item) =>
          action.ids.includes(item.id) && item.status !== 'converting'
            ? { ...toPending(item), crop: action.crop }
            : item,
        ),
      };
  }
}

function settle(queue: Queue, job: number, next: (item: QueueItem) => QueueItem): Queue {
  return {
    items: queue.items.map((item) =>
      item.status === 'converting' && item.job === job ? next(item) : item,
    ),
  };
}

function base({ id, file, dimensions, crop }: QueueItem): ItemBase {
  return { id, file, dimensions, crop };
}

function toPending(item: QueueItem): QueueItem {
  return { ...base(item), status: 'pending' };
}

export interface QueueSummary {
  total: number;
  pending: number;
  converting: number;
  succeeded: number;
  failed: number;
  bytesIn: number;
  /** Size of the originals of all converted files, to set beside `bytesOut`. */
  convertedBytesIn: number;
  bytesOut: number;
  /** 0 to 100 over all files, weighted by their size so that one big file is not a third of three. */
  progress: number;
  canStart: boolean;
}

export function summarise(queue: Queue): QueueSummary {
  const summary: QueueSummary = {
    total: queue.items.length,
    pending: 0,
    converting: 0,
    succeeded: 0,
    failed: 0,
    bytesIn: 0,
    convertedBytesIn: 0,
    bytesOut: 0,
    progress: 0,
    canStart: false,
  };
  let weightDone = 0;
  let weightTotal = 0;
  for (const item of queue.items) {
    const weight = Math.max(1, item.file.size);
    summary.bytesIn += item.file.size;
    weightTotal += weight;
    switch (item.status) {
      case 'pending':
        summary.pending += 1;
        break;
      case 'converting':
        summary.converting += 1;
        weightDone += (weight * item.progress) / 100;
        break;
      case 'success':
        summary.succeeded += 1;
        summary.convertedBytesIn += item.file.size;
        summary.bytesOut += item.result.blob.size;
        weightDone += weight;
        break;
      case 'error':
        summary.failed += 1;
        weightDone += weight;
        break;
    }
  }
  summary.progress = weightTotal === 0 ? 0 : (100 * weightDone) / weightTotal;
  summary.canStart = summary.pending > 0 && summary.converting === 0;
  return summary;
}

/** Converted files have left the batch: they don't count against its limit. */
export function placesLeft(queue: Queue, maxFiles: number): number {
  const waiting = queue.items.filter((item) => item.status !== 'success').length;
  return Math.max(0, maxFiles - waiting);
}
