import { type RefObject, useEffect } from 'react';

/**
 * Sets the height of the bar as `--bar` on the elements above it. On a phone it covers the photos,
 * and its height depends on its content. Setting it on their common ancestor would restyle
 * everything.
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
    // In the next frame, because a change of `--bar` may resize the bar again (a scroll bar appears
    // or disappears), which browsers report as an error if it happens within the observer's
    // callback.
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
