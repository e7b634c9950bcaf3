import { type RefObject, useEffect } from 'react';

/**
 * The height of the bar as `--bar` on what holds it: on a phone it lies over the photos, and is as high
 * as what it has to say.
 */
export function useBarHeight(
  bar: RefObject<HTMLElement | null>,
  holder: RefObject<HTMLElement | null>,
  isShown: boolean,
): void {
  useEffect(() => {
    const element = bar.current;
    if (!isShown || element === null) return undefined;
    let frame = 0;
    const take = () => holder.current?.style.setProperty('--bar', `${element.offsetHeight}px`);
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
  }, [bar, holder, isShown]);
}
