import type { Note } from '@stillpix/engine';
import { bytesBefore, type Photo, statusOf } from './photos.ts';

/** Notes that mean that the result is not what was asked for. */
const missed: readonly Note[] = ['target-not-reached'];

export function hasMissed(notes: readonly Note[]): boolean {
  return notes.some((note) => missed.includes(note));
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
