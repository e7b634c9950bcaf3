import { type RefObject, useEffect } from 'react';

/**
 * Keeps the height of the bar as `--bar` on what stands above it: on a phone it lies over the photos, and is as high
 * as what it has to say. Not on what holds both, where everything would be styled anew with it.
 */
export function useBarHeight(
  bar: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    let frame = 0;
    const take = () => above.current?.style.setProperty('--bar', `${element.offsetHeight}px`);
    take();
    // In the next frame: what `--bar` moves may resize the bar once more (a scroll bar comes or goes),
    // and a browser reports that as an error when it happens while sizes are being told.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(take);
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [bar, above]);
}
