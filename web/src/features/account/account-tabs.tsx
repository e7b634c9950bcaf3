import { useState, type ReactNode } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './account.module.css';
import { OverviewPanel } from './overview-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUser } from './use-user.ts';

const tabIds = ['overview', 'usage', 'billing', 'settings'] as const;

/** A link may name a tab: `/account#billing`. */
function readTab(): string {
  const wanted = location.hash.slice(1);
  return tabIds.find((id) => id === wanted) ?? 'overview';
}

/** The signed-in person's account; for everybody else the way in. */
export function AccountTabs({ billing }: { billing: ReactNode }) {
  const { tabs, signIn, signedOut } = useAccountMessages();
  const { data: user, isPending } = useUser();
  const [tab, setTab] = useState(readTab);
  if (isPending) return <Spinner label={signIn.working} />;
  if (!user) {
    return (
      <>
        <p className={styles.intro}>{signedOut}</p>
        <SignInForm />
      </>
    );
  }
  const contents: Record<(typeof tabIds)[number], ReactNode> = {
    overview: <OverviewPanel user={user} />,
    usage: <UsagePanel />,
    billing,
    settings: <SettingsPanel user={user} />,
  };
  return (
    <Tabs
      label={tabs.label}
      value={tab}
      onChange={setTab}
      tabs={tabIds.map((id) => ({ id, title: tabs[id], content: contents[id] }))}
    />
  );
}
