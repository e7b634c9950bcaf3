import { useEffect, useState } from 'react';
import { readToday } from '../browser/daily-counter.ts';

/** Milliseconds between two readings of this browser's own count: Requirement C17. */
const recount = 5000;

/** Files converted today in this browser. */
export function useConvertedHere(): number {
  const [here, setHere] = useState(0);
  useEffect(() => {
    const look = () => setHere(readLocalCount());
    const timer = setInterval(look, recount);
    return () => clearInterval(timer);
  }, []);
  return here;
}

function readLocalCount(): number {
  try {
    return readToday(localStorage, new Date());
  } catch {
    // Storage is off: nothing was counted here.
    return 0;
  }
}
