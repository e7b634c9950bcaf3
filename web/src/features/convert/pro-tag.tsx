import styles from './pro-tag.module.css';
import { useLightTableMessages } from './use-light-table-messages.ts';

export function ProTag() {
  const { actions } = useLightTableMessages();
  return <span className={`edge ${styles.tag}`}>{actions.pro}</span>;
}
