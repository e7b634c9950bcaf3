import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { lazyMessages } from '../../i18n/lazy-messages.ts';
import { sitePrices } from '../../i18n/money.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './upgrade-dialog.module.css';

const useUpgradeMessages = lazyMessages({
  en: async () => (await import('../../i18n/en/upgrade.ts')).upgrade,
  es: async () => (await import('../../i18n/es/upgrade.ts')).upgrade,
  pt: async () => (await import('../../i18n/pt/upgrade.ts')).upgrade,
  de: async () => (await import('../../i18n/de/upgrade.ts')).upgrade,
});

/** What Pro adds, what it costs, and a link to buy it. */
export default function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const words = useUpgradeMessages();
  const { common } = useMessages().site;
  const language = useLanguage();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words.title}
      description={words.text}
      closeLabel={common.close}
    >
      <ul className={styles.list}>
        {words.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className={styles.price}>{words.price(sitePrices(language))}</p>
      <div className={styles.choices}>
        <Button kind="primary" asChild>
          <a href={pathOf('subscribe', language)} data-dialog="purchase" aria-haspopup="dialog">
            {words.go}
          </a>
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {words.later}
        </Button>
      </div>
    </Dialog>
  );
}
