import { useCallback, useEffect, useRef } from 'react';

/**
 * While there are unsaved results, the browser asks before leaving the page. Returns a function
 * that allows leaving without the question.
 */
export function useLeaveGuard(hasUnsaved: boolean): () => void {
  const isOff = useRef(false);
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOff.current) event.preventDefault();
    };
    // The page was restored from bfcache, with its results.
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
