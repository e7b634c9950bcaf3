import { useCallback, useEffect, useRef } from 'react';

/** While results are not saved, the browser asks before it leaves the page. Returns what to call to leave without. */
export function useLeaveGuard(hasUnsaved: boolean): () => void {
  const isOff = useRef(false);
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOff.current) event.preventDefault();
    };
    // Back from the browser's cache of pages, the results are here again.
    const turnOn = () => {
      isOff.current = false;
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pageshow', turnOn);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pageshow', turnOn);
    };
  }, [hasUnsaved]);
  return useCallback(() => {
    isOff.current = true;
  }, []);
}
