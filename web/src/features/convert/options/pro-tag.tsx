import styles from './pro-tag.module.css';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

export function ProTag() {
  const { actions } = useWorkspaceMessages();
  return <span className={`edge ${styles.tag}`}>{actions.pro}</span>;
}
