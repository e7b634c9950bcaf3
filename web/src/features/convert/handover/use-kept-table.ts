import { useCallback, useEffect, useRef, useState } from 'react';
import { choicesKey, keepChoices, readChoices } from '../../../site/browser/choices.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ToolKind } from '../tools.ts';
import { dropKeptTable, hasComeBack, keepTable, type Keeping } from './kept-table.ts';

export interface KeptTable {
  isWanted: boolean;
  /** How far the table is written; null where it is not to be kept. */
  keeping: Keeping | null;
  /** Whether the page began with what was kept; asked when that is told, as it may be before this is drawn again. */
  cameBack: () => boolean;
  /** Off: what was kept is deleted. */
  want: (wanted: boolean) => void;
}

/** The table stays in this browser where the visitor asks for it. */
export function useKeptTable(conversion: Conversion, tool: ToolKind): KeptTable {
  const [isWanted, setIsWanted] = useState(readWish);
  const [keeping, setKeeping] = useState<Keeping | null>(null);
  const stop = useRef<() => void>(null);
  const turn = useCallback((wanted: boolean) => {
    setIsWanted(wanted);
    if (wanted) return;
    stop.current?.();
    void dropKeptTable();
  }, []);
  useEffect(() => {
    if (!isWanted) return undefined;
    const end = keepTable(conversion, tool, setKeeping);
    stop.current = end;
    return () => {
      end();
      setKeeping(null);
    };
  }, [conversion, tool, isWanted]);
  useEffect(() => {
    // What another tab turns off is not kept here, either.
    const follow = ({ key }: StorageEvent): void => {
      if (key === null || key === choicesKey) turn(readWish());
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [turn]);
  return {
    isWanted,
    keeping,
    cameBack: hasComeBack,
    want(wanted) {
      turn(wanted);
      try {
        keepChoices(localStorage, { ...readChoices(localStorage), table: wanted });
      } catch {
        // Storage is off: then it holds for as long as the page is open.
      }
    },
  };
}

function readWish(): boolean {
  try {
    return readChoices(localStorage).table;
  } catch {
    return false;
  }
}
