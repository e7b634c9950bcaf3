import { call } from '../../api/call.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { signOut } from '../../api/sign-in.ts';
import { locales } from '../../site/pages/language.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import styles from './session-list.module.css';
import { SettingsSection } from './settings-section.tsx';
import { endAddress } from './ended.ts';
import { useExplainError } from './explain-error.ts';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

/** The account's sessions, with buttons to end them. */
export function SessionList() {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const language = useLanguage();
  const explain = useExplainError();
  const [working, run] = useBusy();
  const { data, error, refetch } = useAnswer('sessions');
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium' });

  const act = (work: () => Promise<void>) =>
    run(async () => {
      try {
        await work();
      } catch (thrown) {
        const text = explain(thrown, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  const end = (id: string) =>
    act(async () => {
      await call('endSession', { id });
      await refetch();
    });
  const endAll = () =>
    act(async () => {
      await call('logoutEverywhere');
      await signOut(endAddress('signed-out', language));
    });

  return (
    <SettingsSection title={settings.sessions}>
      {error && <LoadProblem thrown={error} onAgain={() => void refetch()} />}
      <ul className={styles.sessions}>
        {(data?.sessions ?? []).map((session) => (
          <li key={session.id}>
            <span>
              {session.device || settings.unknownDevice}
              <span className={styles.seen}>
                {' · '}
                {session.current
                  ? settings.thisDevice
                  : settings.lastSeen(day.format(new Date(session.lastSeenAt)))}
              </span>
            </span>
            {!session.current && (
              <Button size="s" disabled={working} onClick={() => end(session.id)}>
                {settings.end}
                <span className="visually-hidden"> {session.device || settings.unknownDevice}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button disabled={working} onClick={endAll}>
          {settings.endEverywhere}
        </Button>
      </ButtonRow>
    </SettingsSection>
  );
}
