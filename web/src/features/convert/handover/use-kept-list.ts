import { useCallback, useEffect, useRef, useState } from 'react';
import { choicesKey, keepChoices, readChoices } from '../../../site/browser/choices.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ToolKind } from '../tools.ts';
import { dropKeptList, hasComeBack, keepList, type Keeping } from './kept-list.ts';

export interface KeptList {
  isWanted: boolean;
  /** State of writing the list; null if it is not kept. */
  keeping: Keeping | null;
  /**
   * Whether the page began with a kept list. A function, because it may be needed before the next
   * rendering.
   */
  cameBack: () => boolean;
  /** Turning it off deletes what was kept. */
  want: (wanted: boolean) => void;
}

/** Keeps the list in this browser if the visitor asks for it. */
export function useKeptList(conversion: Conversion, tool: ToolKind): KeptList {
  const [isWanted, setIsWanted] = useState(readWish);
  const [keeping, setKeeping] = useState<Keeping | null>(null);
  const stop = useRef<() => void>(null);
  const turn = useCallback((wanted: boolean) => {
    setIsWanted(wanted);
    if (wanted) return;
    stop.current?.();
    void dropKeptList();
  }, []);
  useEffect(() => {
    if (!isWanted) return undefined;
    const end = keepList(conversion, tool, setKeeping);
    stop.current = end;
    return () => {
      end();
      setKeeping(null);
    };
  }, [conversion, tool, isWanted]);
  useEffect(() => {
    // If another tab turns this off, it is off here, too.
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
        // Storage is off: the choice lasts as long as the page is open.
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
