import type { User } from '@stillpix/contract';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { signOut } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { ChangePassword } from './change-password.tsx';
import { explainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { SessionList } from './session-list.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

export function SettingsPanel({ user }: { user: User }) {
  const { settings } = useAccountMessages();
  const [changing, setChanging] = useState(false);
  if (changing) return <ChangePassword user={user} onBack={() => setChanging(false)} />;
  return (
    <div>
      <Notifications user={user} />
      <EmailChange />
      <section className={styles.section}>
        <h3>{settings.password}</h3>
        <div className={styles.actions}>
          <Button onClick={() => setChanging(true)}>{settings.changePassword}</Button>
        </div>
      </section>
      <SessionList />
      <OwnData />
      <Deletion user={user} />
    </div>
  );
}

function Notifications({ user }: { user: User }) {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const answers = useKnownAnswers();
  const [working, run] = useBusy();
  const change = (key: 'signIns' | 'billing', checked: boolean) =>
    run(async () => {
      try {
        const changed = await call('updateUser', { notifications: { [key]: checked } });
        answers.set('user', changed);
        showToast({ title: toasts.saved, tone: 'good' });
      } catch (thrown) {
        const text = explainError(thrown, messages, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  return (
    <section className={styles.section}>
      <h3>{settings.notifications}</h3>
      {(['signIns', 'billing'] as const).map((key) => (
        <Switch
          key={key}
          label={settings[key]}
          checked={user.notifications[key]}
          disabled={working}
          onChange={(checked) => change(key, checked)}
        />
      ))}
    </section>
  );
}

function EmailChange() {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const [newEmail, setNewEmail] = useState('');
  const [password, setPassword] = useState('');
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      try {
        await call('changeEmail', { newEmail, password });
        showToast({ title: toasts.resetSent, text: settings.confirmSent, tone: 'good' });
        setNewEmail('');
        setPassword('');
      } catch (thrown) {
        const text = explainError(thrown, messages, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  }

  return (
    <section className={styles.section}>
      <h3>{settings.email}</h3>
      <form className={styles.inline} onSubmit={submit}>
        <Field
          label={settings.newEmail}
          type="email"
          name="new-email"
          autoComplete="email"
          required
          value={newEmail}
          onChange={(event) => setNewEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={settings.currentPassword}
          name="password-for-email"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" disabled={working}>
          {settings.changeEmail}
        </Button>
      </form>
    </section>
  );
}

function OwnData() {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const [working, run] = useBusy();
  const download = () =>
    run(async () => {
      try {
        const data = await call('exportData');
        const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
        const link = document.createElement('a');
        link.href = URL.createObjectURL(file);
        link.download = `stillpix-data-${data.exportedAt.slice(0, 10)}.json`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      } catch (thrown) {
        const text = explainError(thrown, messages, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  return (
    <section className={styles.section}>
      <h3>{settings.data}</h3>
      <div className={styles.actions}>
        <Button disabled={working} onClick={download}>
          {settings.download}
        </Button>
      </div>
    </section>
  );
}

function Deletion({ user }: { user: User }) {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!window.confirm(settings.deleteConfirm)) return;
    run(async () => {
      try {
        await call('deleteAccount', user.hasPassword ? { password } : {});
        showToast({ title: settings.deleted, tone: 'good' });
        history.replaceState(history.state, '', pathOf('home', language));
        await signOut();
      } catch (thrown) {
        const text = explainError(thrown, messages, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  }

  return (
    <section className={styles.section}>
      <h3>{settings.deleteTitle}</h3>
      <p className={styles.note}>{settings.deleteText}</p>
      {open ? (
        <form className={styles.form} onSubmit={submit}>
          {user.hasPassword && (
            <PasswordField
              label={settings.currentPassword}
              name="password-for-deletion"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          <div className={styles.actions}>
            <Button type="submit" kind="primary" disabled={working}>
              {settings.delete}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {messages.overview.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>{settings.deleteTitle}</Button>
        </div>
      )}
    </section>
  );
}
