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
    const observer = new ResizeObserver(() =>
      holder.current?.style.setProperty('--bar', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, holder, isShown]);
}
