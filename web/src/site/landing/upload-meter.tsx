import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { locales } from '../pages/language.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { readToday } from '../browser/daily-counter.ts';
import { countRequests, type RequestCount } from '../browser/request-count.ts';
import styles from './upload-meter.module.css';

/** What the browser itself has recorded of this page's traffic, as it happens. */
function useRequestCount(): RequestCount {
  const [count, setCount] = useState<RequestCount>({ all: 0, elsewhere: 0 });
  useEffect(() => {
    const add = (entries: readonly PerformanceEntry[]) => {
      const found = countRequests(entries, location.origin);
      setCount((last) => ({
        all: last.all + found.all,
        elsewhere: last.elsewhere + found.elsewhere,
      }));
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return count;
}

/** Milliseconds between two looks at this browser's own count: Requirement C17. */
const recount = 5000;

/** Files converted today by everyone, as the server last said, or in this browser where that is more. */
function useConvertedToday(): number {
  const [count, setCount] = useState(0);
  const [here, setHere] = useState(0);
  useEffect(() => {
    const look = () => setHere(readLocalCount());
    const timer = setInterval(look, recount);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    call('stats', undefined, { signal: controller.signal }).then(
      (answer) => setCount(answer.convertedToday),
      // No answer, no counter: the badge is decoration.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return Math.max(count, here);
}

function readLocalCount(): number {
  try {
    return readToday(localStorage, new Date());
  } catch {
    // Storage is off: nothing was counted here.
    return 0;
  }
}

export function UploadMeter() {
  const { live } = useMessages().site;
  const locale = locales[useLanguage()];
  const { all, elsewhere } = useRequestCount();
  const today = useConvertedToday();
  const zero = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'long',
  }).format(0);
  return (
    <div className={styles.meter}>
      <p className={styles.zero} data-tone={elsewhere === 0 ? 'good' : 'bad'}>
        <span className={styles.lamp} aria-hidden />
        {elsewhere === 0 ? live.zero(zero) : live.asked}
      </p>
      <p className={styles.requests}>{live.requests(all, elsewhere)}</p>
      <p className={styles.today}>
        {today > 0 && live.convertedToday(new Intl.NumberFormat(locale).format(today))}
      </p>
    </div>
  );
}
