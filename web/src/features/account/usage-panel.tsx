import { locales } from '../../site/pages/language.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { useSession } from '../../api/session.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './usage-panel.module.css';
import { UsageChart } from './usage-chart.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUsage } from './use-usage.ts';

export function UsagePanel() {
  const { usage, signIn } = useAccountMessages();
  const language = useLanguage();
  const { maxFiles } = useSession();
  const { data, error, refetch } = useUsage();
  if (error) return <LoadProblem thrown={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={signIn.working} />;
  const number = new Intl.NumberFormat(locales[language]);
  const counts = [
    [usage.today, data.conversionsToday],
    [usage.month, data.conversionsThisMonth],
    [usage.total, data.totalConversions],
  ] as const;
  return (
    <div className={styles.panel}>
      <dl className={styles.counts}>
        {counts.map(([label, value]) => (
          <div key={label} className={styles.count}>
            <dt className="edge">{label}</dt>
            <dd>{number.format(value)}</dd>
          </div>
        ))}
      </dl>
      {data.totalConversions === 0 ? (
        <p>{usage.none}</p>
      ) : (
        <UsageChart title={usage.days} days={data.days} />
      )}
      <p>{usage.limit(number.format(maxFiles))}</p>
      <Note>{usage.note}</Note>
    </div>
  );
}
