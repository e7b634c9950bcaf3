import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for the component's life, that always calls the newest one: keeps memoised rows still. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
