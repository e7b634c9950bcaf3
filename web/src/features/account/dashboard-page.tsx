import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Sheet, SheetHeading, SheetIntro } from '../../ui/sheet.tsx';
import styles from './dashboard-page.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUser } from './use-user.ts';

/** Summary of the account and its usage. */
export default function DashboardPage() {
  const { dashboard, overview, signIn, signedOut } = useAccountMessages();
  const language = useLanguage();
  const { data: user, isPending, error, refetch } = useUser();
  if (isPending) return <Spinner label={signIn.working} />;
  if (error) {
    return (
      <Sheet size="narrow">
        <LoadProblem thrown={error} onAgain={() => void refetch()} />
      </Sheet>
    );
  }
  if (!user) {
    return (
      <Sheet size="narrow">
        <SheetIntro>{signedOut}</SheetIntro>
        <SignInForm />
      </Sheet>
    );
  }
  const name = user.firstName || (user.email.split('@')[0] ?? '');
  return (
    <Sheet size="full">
      <div className={styles.columns}>
        <SheetHeading>
          {dashboard.hello(name)} {user.isPro && <Badge>{overview.pro}</Badge>}
        </SheetHeading>
        <UsagePanel />
        <ButtonRow>
          <Button asChild kind="primary">
            <a href={pathOf('convert-to-jpg', language)}>{dashboard.convert}</a>
          </Button>
          <Button asChild>
            <a href={pathOf('account', language)}>{dashboard.account}</a>
          </Button>
        </ButtonRow>
      </div>
    </Sheet>
  );
}
