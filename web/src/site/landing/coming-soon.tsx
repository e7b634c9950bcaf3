import type { FlagKey } from '@stillpix/contract/flags';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import styles from './coming-soon.module.css';
import { useFlag } from '../browser/flags.ts';

/** Shows its children if the flag is on, and "coming soon" otherwise. */
export function ComingSoon({ flag, children }: { flag: FlagKey; children: ReactNode }) {
  const { common, live } = useMessages().site;
  if (useFlag(flag)) return children;
  return (
    <section className={styles.soon}>
      <h2>{common.comingSoon}</h2>
      <p>{live.soonText}</p>
    </section>
  );
}
