import type { ConvertedPicture, Note } from '@stillpix/engine';
import type { WorkspaceMessages } from '../../../i18n/en/workspace.ts';

/** What the words of some notes need to know of the result. */
export type NotedSize = Pick<ConvertedPicture, 'width' | 'height' | 'missing'>;

export function sayNote(
  words: Pick<WorkspaceMessages, 'list' | 'notes'>,
  note: Note,
  { width, height, missing = 0 }: NotedSize,
): string {
  if (note === 'fewer-pixels') return words.list.shrunk(width, height);
  if (note === 'partly-missing') return words.list.partlyMissing(percentOf(missing));
  return words.notes[note];
}

/** A whole number from 1 to 99: something is missing, and something is there. */
function percentOf(share: number): number {
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
