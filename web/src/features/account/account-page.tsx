import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './account-page.module.css';
import { AccountTabs, readTab } from './account-tabs.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { UsageChart } from './usage-chart.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUsage } from './use-usage.ts';

/** The account as a page of its own. Links in mails lead here with `?confirm=`. */
export function AccountPage({ billing }: { billing: ReactNode }) {
  const { tabs } = useAccountMessages();
  const { askedFor, onDone } = useConfirmation();
  const [tab, setTab] = useState(readTab);
  if (askedFor !== null) return <ConfirmForm token={askedFor} onDone={onDone} />;
  return (
    <div className={styles.page}>
      <Sheet>
        {/* The panels' headings are made for a dialog, one level below its title. */}
        <h2 className="visually-hidden">{tabs.label}</h2>
        <AccountTabs billing={billing} tab={tab} onTab={setTab} />
      </Sheet>
      <RecentUsage isBesideUsage={tab === 'usage'} />
    </div>
  );
}

/**
 * A summary next to the tabs. One tab has the same numbers, with days. If there is no usage yet,
 * only that tab says so: next to a plan or payments, the sentence would lack its context.
 */
function RecentUsage({ isBesideUsage }: { isBesideUsage: boolean }) {
  const { usage, dashboard } = useAccountMessages();
  const language = useLanguage();
  const { data } = useUsage();
  if (!data) return null;
  return (
    <aside className={styles.recent}>
      {!isBesideUsage && data.totalConversions > 0 && (
        <UsageChart title={usage.days} days={data.days} />
      )}
      <Button asChild>
        <a href={pathOf('convert-to-jpg', language)}>{dashboard.convert}</a>
      </Button>
    </aside>
  );
}

/**
 * Confirms an address with the token in the page's URL, once. A visitor who is not signed in to the
 * account is asked for its password first; `askedFor` is then the token.
 */
function useConfirmation(): { askedFor: string | null; onDone: () => void } {
  const { confirm } = useAccountMessages();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(() => {
    const address = new URL(location.href);
    const token = address.searchParams.get('confirm');
    if (token === null) return;
    address.searchParams.delete('confirm');
    history.replaceState(history.state, '', address);
    const confirmAddress = async () => {
      try {
        await call('confirmEmail', { token });
        showToast({ title: confirm.done, tone: 'good' });
        await announceSession();
      } catch (thrown) {
        const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
        if (code === 'password-required') setAskedFor(token);
        else showToast({ title: confirm.failed, tone: 'bad' });
      }
    };
    void confirmAddress();
  }, [confirm]);
  return { askedFor, onDone: () => setAskedFor(null) };
}
