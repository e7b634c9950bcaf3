import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

/** Files converted today by everyone, as the server last said. */
export function useConvertedEverywhere(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call('stats', undefined, { signal: controller.signal }).then(
      (answer) => setCount(answer.convertedToday),
      // No answer, no counter: the badge is decoration.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return count;
}
