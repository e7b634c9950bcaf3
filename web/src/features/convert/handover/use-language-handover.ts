import { useEffect, useRef } from 'react';
import type { Conversion } from '../conversion/conversion.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { handOver, removeLeftovers } from './handover.ts';

/** Takes the list along when the visitor changes the language. */
export function useLanguageHandover(conversion: Conversion, onLeave: () => void): void {
  const isLeaving = useRef(false);
  const leave = useStableCallback(async (href: string) => {
    // A second click would write the list twice, but only one is taken up again.
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (conversion.read().phase !== 'idle') conversion.cancel();
    const { options } = conversion.read();
    const cleared = conversion.readCleared();
    const { photos, waiting } = cleared ?? conversion.read();
    const files = waiting.map(({ file }) => file);
    const isCleared = cleared !== null;
    // If nothing could be handed over, the browser asks before leaving.
    if (await handOver({ photos, waiting: files, options, isCleared })) onLeave();
    // A visitor who stays after all may change the language later.
    else isLeaving.current = false;
    window.location.assign(href);
  });
  useEffect(() => {
    void removeLeftovers(Date.now());
    const onShow = () => {
      isLeaving.current = false;
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-language]');
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      const { photos, waiting, canUndoClear } = conversion.read();
      const isEmpty = photos.length + waiting.length === 0 && !canUndoClear;
      if (link === null || !isPlain || isEmpty) return;
      event.preventDefault();
      void leave(link.href);
    };
    document.addEventListener('click', onClick);
    // A page restored from bfcache has its list unchanged.
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('click', onClick);
      window.removeEventListener('pageshow', onShow);
    };
  }, [conversion, leave]);
}
