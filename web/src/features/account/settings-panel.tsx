import type { User } from '@stillpix/contract';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { signOut } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { FieldPair, Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { AccountName } from './account-name.tsx';
import { ChangePassword } from './change-password.tsx';
import { endAddress } from './ended.ts';
import { findCode, useExplainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { SessionList } from './session-list.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';
import type { FormProblem } from '../../ui/form-problem.ts';

export function SettingsPanel({ user }: { user: User }) {
  const { settings } = useAccountMessages();
  const [changing, setChanging] = useState(false);
  if (changing) return <ChangePassword user={user} onBack={() => setChanging(false)} />;
  return (
    <div>
      <Notifications user={user} />
      <EmailChange user={user} />
      <SettingsSection title={settings.password}>
        <ButtonRow>
          <Button onClick={() => setChanging(true)}>{settings.changePassword}</Button>
        </ButtonRow>
      </SettingsSection>
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
  const explain = useExplainError();
  const [working, run] = useBusy();
  const change = (key: 'signIns' | 'billing', checked: boolean) =>
    run(async () => {
      try {
        const changed = await call('updateUser', { notifications: { [key]: checked } });
        answers.set('user', changed);
        showToast({ title: toasts.saved, tone: 'good' });
      } catch (thrown) {
        const text = explain(thrown, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  return (
    <SettingsSection title={settings.notifications}>
      {(['signIns', 'billing'] as const).map((key) => (
        <Switch
          key={key}
          label={settings[key]}
          checked={user.notifications[key]}
          disabled={working}
          onChange={(checked) => change(key, checked)}
        />
      ))}
    </SettingsSection>
  );
}

type SettingsProblem = FormProblem<'email' | 'password'>;

function EmailChange({ user }: { user: User }) {
  const messages = useAccountMessages();
  const { settings, signIn, toasts } = messages;
  const [newEmail, setNewEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<SettingsProblem | null>(null);
  const explain = useExplainError();
  const [working, run] = useBusy();

  function findProblem(form: HTMLFormElement): SettingsProblem | null {
    const field = form.elements.namedItem('new-email');
    const isAddress = field instanceof HTMLInputElement && field.validity.valid;
    if (newEmail.trim() === '') return { field: 'email', text: signIn.emailRequired };
    if (!isAddress) return { field: 'email', text: signIn.emailInvalid };
    return password === '' ? { field: 'password', text: signIn.passwordRequired } : null;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findProblem(event.currentTarget);
    setProblem(found);
    if (found !== null) return;
    run(async () => {
      try {
        await call('changeEmail', { newEmail, password });
        showToast({ title: toasts.resetSent, text: settings.confirmSent, tone: 'good' });
        setNewEmail('');
        setPassword('');
      } catch (thrown) {
        const field = findCode(thrown) === 'wrong-password' ? 'password' : undefined;
        setProblem({ field, text: explain(thrown, toasts.failedText) });
      }
    });
  }

  return (
    <SettingsSection title={settings.email}>
      <Form noValidate onSubmit={submit}>
        <AccountName email={user.email} />
        <FieldPair>
          <Field
            label={settings.newEmail}
            error={problem?.field === 'email' ? problem.text : undefined}
            type="email"
            name="new-email"
            autoComplete="email"
            required
            value={newEmail}
            onChange={(event) => setNewEmail(event.currentTarget.value)}
          />
          <PasswordField
            label={settings.currentPassword}
            error={problem?.field === 'password' ? problem.text : undefined}
            name="password-for-email"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </FieldPair>
        {problem && problem.field === undefined && (
          <Alert title={toasts.failed}>{problem.text}</Alert>
        )}
        <ButtonRow>
          <Button type="submit" disabled={working}>
            {settings.changeEmail}
          </Button>
        </ButtonRow>
      </Form>
    </SettingsSection>
  );
}

function OwnData() {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const explain = useExplainError();
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
        const text = explain(thrown, toasts.failedText);
        showToast({ title: toasts.failed, text, tone: 'bad' });
      }
    });
  return (
    <SettingsSection title={settings.data}>
      <ButtonRow>
        <Button disabled={working} onClick={download}>
          {settings.download}
        </Button>
      </ButtonRow>
    </SettingsSection>
  );
}

function Deletion({ user }: { user: User }) {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<SettingsProblem | null>(null);
  const explain = useExplainError();
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    const isMissing = user.hasPassword && password === '';
    setProblem(isMissing ? { field: 'password', text: messages.signIn.passwordRequired } : null);
    setAsking(!isMissing);
  }

  function deleteForGood() {
    setAsking(false);
    run(async () => {
      try {
        await call('deleteAccount', user.hasPassword ? { password } : {});
        await signOut(endAddress('deleted', language));
      } catch (thrown) {
        const field = findCode(thrown) === 'wrong-password' ? 'password' : undefined;
        setProblem({ field, text: explain(thrown, toasts.failedText) });
      }
    });
  }

  return (
    <SettingsSection title={settings.deleteTitle}>
      <Note>{settings.deleteText}</Note>
      {open ? (
        <Form noValidate onSubmit={submit}>
          <AccountName email={user.email} />
          {user.hasPassword && (
            <PasswordField
              label={settings.currentPassword}
              error={problem?.field === 'password' ? problem.text : undefined}
              name="password-for-deletion"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {problem && problem.field === undefined && (
            <Alert title={toasts.failed}>{problem.text}</Alert>
          )}
          <ButtonRow>
            <Button type="submit" kind="primary" disabled={working}>
              {settings.delete}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {messages.overview.cancel}
            </Button>
          </ButtonRow>
        </Form>
      ) : (
        <ButtonRow>
          <Button onClick={() => setOpen(true)}>{settings.deleteTitle}</Button>
        </ButtonRow>
      )}
      {isAsking && (
        <ConfirmDialog
          title={settings.deleteTitle}
          text={settings.deleteConfirm}
          confirmLabel={settings.delete}
          cancelLabel={messages.overview.cancel}
          onConfirm={deleteForGood}
          onCancel={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  );
}
