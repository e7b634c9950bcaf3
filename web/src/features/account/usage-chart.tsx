import type { Usage } from '@stillpix/contract';
import { useId } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { locales } from '../../site/pages/language.ts';
import styles from './usage-chart.module.css';

/** A bar for each day. Screen readers get the days and their numbers as a list. */
export function UsageChart({ title, days }: { title: string; days: Usage['days'] }) {
  const language = useLanguage();
  const id = useId();
  const locale = locales[language];
  const number = new Intl.NumberFormat(locale);
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const max = Math.max(1, ...days.map(({ conversions }) => conversions));
  const ends = [days[0], days.at(-1)];
  return (
    <section aria-labelledby={id} className={styles.chart}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ol className={styles.bars}>
        {days.map(({ day, conversions }) => {
          const text = `${date.format(new Date(day))}: ${number.format(conversions)}`;
          return (
            <li key={day} className={styles.day} title={text}>
              <span
                className={styles.bar}
                style={{ blockSize: `${(100 * conversions) / max}%` }}
                aria-hidden
              />
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
      </ol>
      <p className={styles.scale} aria-hidden>
        {ends.map((end) => end && <span key={end.day}>{date.format(new Date(end.day))}</span>)}
      </p>
    </section>
  );
}
