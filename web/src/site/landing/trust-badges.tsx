import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import styles from './trust-badges.module.css';

export function TrustBadges() {
  const { trust } = readingMessages[useLanguage()];
  return (
    <ul className={styles.badges}>
      {[trust.upload, trust.privacy, trust.instant].map(({ title, text }) => (
        <li key={title} className={styles.badge}>
          <h2 className={styles.title}>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
