import { useSyncExternalStore } from 'react';
import { readToday } from '../browser/daily-counter.ts';

/** Milliseconds between two readings of this browser's own count: Requirement C17. */
const recount = 5000;

/** Files converted today in this browser. */
export function useConvertedHere(): number {
  return useSyncExternalStore(recountAgainAndAgain, readLocalCount, () => 0);
}

function recountAgainAndAgain(onCount: () => void): () => void {
  const timer = setInterval(onCount, recount);
  return () => clearInterval(timer);
}

function readLocalCount(): number {
  try {
    return readToday(localStorage, new Date());
  } catch {
    // Storage is off: nothing was counted here.
    return 0;
  }
}
