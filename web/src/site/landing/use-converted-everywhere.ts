import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

/** Files that everyone has converted today, as last reported by the server. */
export function useConvertedEverywhere(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call('stats', undefined, { signal: controller.signal }).then(
      (answer) => setCount(answer.convertedToday),
      // Without an answer the badge is not shown; it is decoration.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return count;
}
