import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SheetHeading, SheetIntro } from '../../ui/sheet.tsx';
import styles from './account-tabs.module.css';
import { readEnding } from './ended.ts';
import { OverviewPanel } from './overview-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUser } from './use-user.ts';

const tabIds = ['overview', 'usage', 'billing', 'settings'] as const;
export type AccountTab = (typeof tabIds)[number];

interface AccountTabsProps {
  billing: ReactNode;
  tab: AccountTab;
  onTab: (tab: AccountTab) => void;
}

/** A link may name a tab: `/account#billing`. */
export function readTab(): AccountTab {
  return findTab(location.hash.slice(1));
}

function findTab(wanted: string): AccountTab {
  return tabIds.find((id) => id === wanted) ?? 'overview';
}

/** The account of the signed-in user, or the sign-in form. */
export function AccountTabs({ billing, tab, onTab }: AccountTabsProps) {
  const { tabs, signIn } = useAccountMessages();
  const { data: user, isPending, error, refetch } = useUser();
  if (isPending) return <Spinner label={signIn.working} />;
  if (error) return <LoadProblem thrown={error} onAgain={() => void refetch()} />;
  if (!user) return <SignedOut />;
  const contents: Record<AccountTab, ReactNode> = {
    overview: <OverviewPanel user={user} />,
    usage: <UsagePanel />,
    billing,
    settings: <SettingsPanel user={user} />,
  };
  return (
    <Tabs
      label={tabs.label}
      value={tab}
      onChange={(id) => onTab(findTab(id))}
      tabs={tabIds.map((id) => ({ id, title: tabs[id], content: contents[id] }))}
    />
  );
}

/**
 * The sign-in form. After signing out or deleting the account, a message about that comes first.
 */
function SignedOut() {
  const { ended, signedOut, setup } = useAccountMessages();
  const language = useLanguage();
  const [ending] = useState(readEnding);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (ending === undefined) return;
    heading.current?.focus();
    history.replaceState(history.state, '', location.pathname);
  }, [ending]);
  if (ending === undefined) {
    return (
      <div className={styles.signedOut}>
        <SheetIntro>{signedOut}</SheetIntro>
        <SignInForm />
      </div>
    );
  }
  return (
    <div className={styles.signedOut}>
      <SheetHeading focusRef={heading}>{ended[ending].title}</SheetHeading>
      <SheetIntro>{ended[ending].text}</SheetIntro>
      {ending === 'signed-out' ? (
        <SignInForm />
      ) : (
        <Button asChild kind="primary">
          <a href={pathOf('home', language)}>{setup.start}</a>
        </Button>
      )}
    </div>
  );
}
