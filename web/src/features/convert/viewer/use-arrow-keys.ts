import { useEffect } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/**
 * Arrow keys go to the previous and next photo. The listener is on the window, because the button
 * at the end of the row is disabled and loses the focus.
 */
export function useArrowKeys(onStep: (step: -1 | 1) => void): void {
  const step = useStableCallback(onStep);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      // The divider and the choices use arrow keys themselves.
      const isTaken =
        target instanceof Element && target.closest('[role="slider"], input, select') !== null;
      // Browsers use these combinations, for example to go back.
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (isTaken || isModified || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      event.preventDefault();
      step(key === 'ArrowLeft' ? -1 : 1);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [step]);
}
