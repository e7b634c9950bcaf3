import { useSyncExternalStore } from 'react';
import { readSent, subscribeToSent } from '../../api/sent-bytes.ts';
import { locales } from '../pages/language.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { countRequests, type RequestKind, type SeenRequest } from '../browser/request-count.ts';
import { readSeen, subscribeToSeen } from '../browser/seen-requests.ts';
import styles from './upload-meter.module.css';
import { useConvertedHere } from './use-converted-here.ts';
import { useConvertedEverywhere } from './use-converted-everywhere.ts';

const nothingSeen: readonly SeenRequest[] = [];
const nothingSent = { requests: 0, bytes: 0 };

const kinds = ['code', 'look', 'api', 'other', 'elsewhere'] as const satisfies RequestKind[];

/** What this page has requested and sent since it opened, and how that is counted. */
export function UploadMeter() {
  const { live } = useMessages().site;
  const language = useLanguage();
  const locale = locales[language];
  const seen = useSyncExternalStore(subscribeToSeen, readSeen, () => nothingSeen);
  const sent = useSyncExternalStore(subscribeToSent, readSent, () => nothingSent);
  const today = Math.max(useConvertedEverywhere(), useConvertedHere());
  const { byKind, unexplained } = countRequests(seen, globalThis.location?.origin ?? '');
  // API calls that the page's own code did not make.
  const foreign = unexplained + Math.max(0, byKind.api - sent.requests);
  const all = kinds.reduce((sum, kind) => sum + byKind[kind], 0);
  const bytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'long',
  }).format(sent.bytes);
  const isClean = byKind.elsewhere === 0 && foreign === 0;
  return (
    <div className={styles.meter}>
      <details className={styles.count}>
        <summary className={styles.sent} data-tone={isClean ? 'good' : 'bad'}>
          <span className={styles.lamp} aria-hidden />
          {byKind.elsewhere > 0 ? live.asked : live.sent(bytes, all)}
        </summary>
        <dl className={styles.kinds}>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{live.kinds[kind]}</dt>
              <dd>{byKind[kind]}</dd>
            </div>
          ))}
          <div>
            <dt>{live.bodies(sent.requests)}</dt>
            <dd>{bytes}</dd>
          </div>
        </dl>
        {foreign > 0 && <p className={styles.foreign}>{live.foreign(foreign)}</p>}
        <p className={styles.how}>{live.how}</p>
        <p className={styles.how}>{live.check}</p>
      </details>
      <p className={styles.today}>
        {today > 0 && live.convertedToday(new Intl.NumberFormat(locale).format(today))}
      </p>
    </div>
  );
}
