import { type RefObject, useEffect, useRef } from 'react';
import type { ConversionState } from '../conversion/store.ts';

export interface MainFocus {
  startButton: RefObject<HTMLButtonElement | null>;
  downloadButton: RefObject<HTMLButtonElement | null>;
  /** Moves the focus to the main button. Used after a button that was pressed has disappeared. */
  focusMain: () => void;
}

/** The main buttons, which get the focus when the button that had it disappears. */
export function useMainFocus(state: ConversionState): MainFocus {
  const startButton = useRef<HTMLButtonElement>(null);
  const downloadButton = useRef<HTMLButtonElement>(null);
  useFocusAfterRun(state, downloadButton, startButton);
  return {
    startButton,
    downloadButton,
    focusMain: () =>
      requestAnimationFrame(() => {
        (startButton.current ?? downloadButton.current)?.focus({ preventScroll: true });
      }),
  };
}

/** When the pressed button disappears, moves the focus to the next useful one. */
function useFocusAfterRun(
  { phase, run }: ConversionState,
  ...buttons: { current: HTMLButtonElement | null }[]
): void {
  // A photo converted ahead may be done before a rendering has shown that it started.
  const restingSince = phase === 'idle' ? (run?.endedAt ?? 0) : null;
  const last = useRef(restingSince);
  useEffect(() => {
    const before = last.current;
    last.current = restingSince;
    if (before === restingSince || restingSince === null) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) {
      buttons.find(({ current }) => current !== null)?.current?.focus({ preventScroll: true });
    }
  });
}
