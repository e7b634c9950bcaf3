import { useEffect } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/**
 * The arrow keys lead to the photo before and after. They are heard on the window: the button at the end
 * of the row is disabled, and takes the focus away with it.
 */
export function useArrowKeys(onStep: (step: -1 | 1) => void): void {
  const step = useStableCallback(onStep);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      // The divider and the choices have arrow keys of their own.
      const isTaken =
        target instanceof Element && target.closest('[role="slider"], input, select') !== null;
      // The way back in the browser's history.
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (isTaken || isModified || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      event.preventDefault();
      step(key === 'ArrowLeft' ? -1 : 1);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [step]);
}
