import { useCallback, useRef, useState } from 'react';

/** Runs one action at a time: a second click while the first is running does nothing. */
export function useBusy(): [working: boolean, run: (work: () => Promise<void>) => void] {
  const [working, setWorking] = useState(false);
  const busy = useRef(false);
  const run = useCallback((work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setWorking(true);
    const finish = () => {
      busy.current = false;
      setWorking(false);
    };
    work().then(finish, finish);
  }, []);
  return [working, run];
}
