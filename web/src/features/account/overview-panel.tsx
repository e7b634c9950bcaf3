import type { User } from '@stillpix/contract';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { keepUser, signOut } from '../../api/sign-in.ts';
import { locales } from '../../site/pages/language.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { FieldPair, Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './overview-panel.module.css';
import { endAddress } from './ended.ts';
import { useExplainError } from './explain-error.ts';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

export function OverviewPanel({ user }: { user: User }) {
  const { overview } = useAccountMessages();
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const [working, run] = useBusy();
  const since = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long' });
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <div className={styles.panel}>
      <FactList
        facts={[
          {
            name: overview.plan,
            value: user.isPro ? <Badge>{overview.pro}</Badge> : overview.free,
          },
          {
            name: overview.email,
            value: (
              <div className={styles.unconfirmed}>
                {user.email}
                {!user.emailVerified && <Unconfirmed />}
              </div>
            ),
          },
          { name: overview.name, value: name === '' ? '–' : name },
          { name: overview.since, value: since.format(new Date(user.createdAt)) },
        ]}
      />
      {editing && <NameForm user={user} onDone={() => setEditing(false)} />}
      <ButtonRow>
        {!user.isPro && (
          <Button asChild kind="primary">
            <a href={pathOf('subscribe', language)}>{overview.goPro}</a>
          </Button>
        )}
        {!editing && <Button onClick={() => setEditing(true)}>{overview.edit}</Button>}
        <Button asChild>
          <a href={pathOf('contact', language)}>{overview.contact}</a>
        </Button>
        <Button
          kind="quiet"
          disabled={working}
          onClick={() => run(() => signOut(endAddress('signed-out', language)))}
        >
          {overview.signOut}
        </Button>
      </ButtonRow>
      {user.isPro && <Note>{overview.priority}</Note>}
    </div>
  );
}

function Unconfirmed() {
  const { overview, toasts } = useAccountMessages();
  const explain = useExplainError();
  const [working, run] = useBusy();
  const resend = () =>
    run(async () => {
      try {
        await call('resendConfirmation');
        showToast({ title: toasts.resetSent, text: overview.resent, tone: 'good' });
      } catch (thrown) {
        const text = explain(thrown, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  return (
    <>
      <p className={styles.warning}>{overview.unconfirmed}</p>
      <Button size="s" disabled={working} onClick={resend}>
        {overview.resend}
      </Button>
    </>
  );
}

function NameForm({ user, onDone }: { user: User; onDone: () => void }) {
  const messages = useAccountMessages();
  const { overview, setup, toasts } = messages;
  const answers = useKnownAnswers();
  const explain = useExplainError();
  const [names, setNames] = useState({ firstName: user.firstName, lastName: user.lastName });
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      try {
        const changed = await call('updateUser', names);
        answers.set('user', changed);
        keepUser(changed);
        showToast({ title: toasts.saved, tone: 'good' });
        onDone();
      } catch (thrown) {
        const text = explain(thrown, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  }

  return (
    <Form onSubmit={submit}>
      <FieldPair>
        {(['firstName', 'lastName'] as const).map((field) => (
          <Field
            key={field}
            label={setup[field]}
            name={field}
            maxLength={100}
            value={names[field]}
            onChange={(event) => setNames({ ...names, [field]: event.currentTarget.value })}
          />
        ))}
      </FieldPair>
      <ButtonRow>
        <Button type="submit" kind="primary" disabled={working}>
          {overview.save}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {overview.cancel}
        </Button>
      </ButtonRow>
    </Form>
  );
}
