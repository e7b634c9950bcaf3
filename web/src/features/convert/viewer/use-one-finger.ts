import { type RefObject, useEffect, useRef } from 'react';

/**
 * Passes on only the first finger in an element until it is lifted. react-image-crop follows every
 * pointer, and its crop would jump between two.
 */
export function useOneFinger(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let followed: number | null = null;
    const listening = new AbortController();
    // Runs before the library's listeners on the document.
    const options = { capture: true, signal: listening.signal };
    const follow = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && element.current?.contains(event.target);
      if (followed === null && isInside) followed = event.pointerId;
      else refuseOthers(event);
    };
    const refuseOthers = (event: PointerEvent) => {
      if (followed !== null && event.pointerId !== followed) event.stopPropagation();
    };
    const release = (event: PointerEvent) => {
      refuseOthers(event);
      if (event.pointerId === followed) followed = null;
    };
    addEventListener('pointerdown', follow, options);
    addEventListener('pointermove', refuseOthers, options);
    addEventListener('pointerup', release, options);
    addEventListener('pointercancel', release, options);
    return () => listening.abort();
  }, []);
  return element;
}
