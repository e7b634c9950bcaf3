import { useEffect } from 'react';
import type { ConversionState } from '../conversion/store.ts';

/** One photo is done before any screen goes dark. */
const longBatch = 2;

/** What the system hears of a batch: how many are left, and that the screen should stay on. */
export function useSystemSigns({ phase, run }: ConversionState): void {
  const isRunning = phase === 'converting' && run !== null;
  useBadge(isRunning ? run.ids.length - run.settled.length : 0);
  useWakeLock(isRunning && run.ids.length >= longBatch);
}

interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** On the icon of the installed site, while the visitor looks at something else. */
function useBadge(left: number): void {
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator;
    if (!setAppBadge || !clearAppBadge || left === 0) return undefined;
    let isShown = false;
    const show = () => {
      // Asked only where something changes: the call waits for the browser's own process.
      if (document.hidden === isShown) return;
      isShown = document.hidden;
      const shown = isShown ? setAppBadge.call(navigator, left) : clearAppBadge.call(navigator);
      // Systems without badges refuse; nothing is lost by it.
      shown.catch(() => {});
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      if (isShown) clearAppBadge.call(navigator).catch(() => {});
    };
  }, [left]);
}

/** A phone that goes to sleep stops the page's workers in the middle of a batch. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    async function hold() {
      if (document.hidden) return;
      try {
        const given = await navigator.wakeLock.request('screen');
        if (isOver) await given.release();
        else lock = given;
      } catch {
        // Refused while the battery is low, for one: the batch goes on as long as the screen does.
      }
    }
    const holdAgain = () => void hold();
    holdAgain();
    // The browser takes the lock back when the page is left, and gives none to a hidden page.
    document.addEventListener('visibilitychange', holdAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', holdAgain);
      void lock?.release();
    };
  }, [isWanted]);
}
