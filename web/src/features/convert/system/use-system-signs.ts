import { useEffect } from 'react';
import type { ConversionState } from '../conversion/store.ts';

/** One photo is done before any screen turns off. */
const longBatch = 2;

/** Tells the system how many photos of a batch are left, and to keep the screen on. */
export function useSystemSigns({ phase, run }: ConversionState): void {
  const isRunning = phase === 'converting' && run !== null;
  useBadge(isRunning ? run.ids.length - run.settled.length : 0);
  useWakeLock(isRunning && run.ids.length >= longBatch);
}

interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** On the icon of the installed site, while the visitor is elsewhere. */
function useBadge(left: number): void {
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator;
    if (!setAppBadge || !clearAppBadge || left === 0) return undefined;
    let isShown = false;
    const show = () => {
      // Called only on a change, because the call waits for the browser process.
      if (document.hidden === isShown) return;
      isShown = document.hidden;
      const shown = isShown ? setAppBadge.call(navigator, left) : clearAppBadge.call(navigator);
      // Systems without badges reject, which does no harm.
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
        // Refused, for example, while the battery is low. The batch then runs as long as the screen
        // is on.
      }
    }
    const holdAgain = () => void hold();
    holdAgain();
    // The browser releases the lock when the page is left, and gives none to a hidden page.
    document.addEventListener('visibilitychange', holdAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', holdAgain);
      void lock?.release();
    };
  }, [isWanted]);
}
