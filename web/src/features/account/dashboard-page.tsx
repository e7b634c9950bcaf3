import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './account.module.css';
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
      <div className={`${styles.sheet} ${styles.narrow}`}>
        <LoadProblem thrown={error} onAgain={() => void refetch()} />
      </div>
    );
  }
  if (!user) {
    return (
      <div className={`${styles.sheet} ${styles.narrow}`}>
        <p className={styles.intro}>{signedOut}</p>
        <SignInForm />
      </div>
    );
  }
  const name = user.firstName || (user.email.split('@')[0] ?? '');
  return (
    <div className={`${styles.sheet} ${styles.beside}`}>
      <h2 className={styles.heading}>
        {dashboard.hello(name)} {user.isPro && <span className={styles.badge}>{overview.pro}</span>}
      </h2>
      <UsagePanel />
      <div className={styles.actions}>
        <Button asChild kind="primary">
          <a href={pathOf('convert-to-jpg', language)}>{dashboard.convert}</a>
        </Button>
        <Button asChild>
          <a href={pathOf('account', language)}>{dashboard.account}</a>
        </Button>
      </div>
    </div>
  );
}
