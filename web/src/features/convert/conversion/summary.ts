import type { Note } from '@stillpix/engine';
import { bytesBefore, type Photo, statusOf } from './photos.ts';

/** What a result lacks: part of its damaged file, or the size that was asked for. */
export type Shortfall = 'incomplete' | 'missed';

export function shortfallOf(notes: readonly Note[]): Shortfall | null {
  if (notes.includes('partly-missing')) return 'incomplete';
  return notes.includes('target-not-reached') ? 'missed' : null;
}

/** Whether notes say that the result may not be what was wanted. They are shown in amber. */
export function isDoubtful(notes: readonly Note[]): boolean {
  return shortfallOf(notes) !== null || notes.includes('may-be-damaged');
}

/** How many results lack what. */
export type Shortfalls = Readonly<Record<Shortfall, number>>;

export function lacksAnything({ incomplete, missed }: Shortfalls): boolean {
  return incomplete + missed > 0;
}

export function countShortfalls(results: Iterable<{ notes: readonly Note[] }>): Shortfalls {
  const counts = { incomplete: 0, missed: 0 };
  for (const { notes } of results) {
    const shortfall = shortfallOf(notes);
    if (shortfall) counts[shortfall] += 1;
  }
  return counts;
}

export interface Summary {
  total: number;
  converting: number;
  /** Photos that have a result, even if a newer one is being made. */
  converted: number;
  failed: number;
  bytesIn: number;
  /** Size of the originals of all converted photos, to compare with `bytesOut`. */
  convertedBytesIn: number;
  bytesOut: number;
}

export function summarize(photos: readonly Photo[]): Summary {
  const summary: Summary = {
    total: photos.length,
    converting: 0,
    converted: 0,
    failed: 0,
    bytesIn: 0,
    convertedBytesIn: 0,
    bytesOut: 0,
  };
  for (const photo of photos) {
    const status = statusOf(photo);
    summary.bytesIn += photo.file.size;
    if (status === 'converting') summary.converting += 1;
    if (status === 'error') summary.failed += 1;
    if (photo.result !== null) {
      summary.converted += 1;
      summary.convertedBytesIn += bytesBefore(photo);
      summary.bytesOut += photo.result.converted.blob.size;
    }
  }
  return summary;
}
