import { useCallback, useRef, useState } from 'react';

/**
 * What an action does. With `leaving` it stays the running one: the page is about to be left, and
 * another click before that would act twice.
 */
type Action = () => Promise<'leaving' | void>;

/**
 * Runs one action at a time: a second click while the first is running does nothing. What an action
 * throws goes to the page's log, so it handles what the user should know of.
 */
export function useBusy(): [working: boolean, run: (action: Action) => void] {
  const [working, setWorking] = useState(false);
  // State is too late for two clicks within one frame.
  const busy = useRef(false);
  const run = useCallback((action: Action) => {
    if (busy.current) return;
    busy.current = true;
    setWorking(true);
    const settle = async () => {
      let isLeaving = false;
      try {
        isLeaving = (await action()) === 'leaving';
      } finally {
        busy.current = isLeaving;
        setWorking(isLeaving);
      }
    };
    void settle();
  }, []);
  return [working, run];
}
