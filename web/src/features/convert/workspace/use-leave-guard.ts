import { useCallback, useEffect, useRef } from 'react';

/** While results are not saved, the browser asks before it leaves the page. Returns what to call to leave without. */
export function useLeaveGuard(hasUnsaved: boolean): () => void {
  const isOff = useRef(false);
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOff.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);
  return useCallback(() => {
    isOff.current = true;
  }, []);
}
