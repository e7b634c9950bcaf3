import { type BodyOf } from '@stillpix/contract';
import { contactTopics, type ContactTopic } from '@stillpix/contract/contact-topics';
import { maxDiagnosticsLength, maxMessageLength } from '@stillpix/contract/limits';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { ApiError } from '../../api/request.ts';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import type { ContactMessages } from '../../i18n/en/contact.ts';
import { lazyMessages } from '../../i18n/lazy-messages.ts';
import { diagnostics as collectDiagnostics } from '../../site/browser/log-buffer.ts';
import { supportAddress } from '../../site/browser/support-address.ts';
import { Button } from '../../ui/button.tsx';
import { Field, LabeledControl, LongField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import styles from './contact-page.module.css';
import type { FieldProblems } from '../../ui/form-problem.ts';

const useContactMessages = lazyMessages({
  en: () => import('../../i18n/en/contact.ts').then((module) => module.contact),
  es: () => import('../../i18n/es/contact.ts').then((module) => module.contact),
  pt: () => import('../../i18n/pt/contact.ts').then((module) => module.contact),
  de: () => import('../../i18n/de/contact.ts').then((module) => module.contact),
});

interface SentMessage {
  email: string;
  priority: boolean;
}

/** The contact form. The server decides whose messages have priority. */
export default function ContactPage() {
  const messages = useContactMessages();
  const [sent, setSent] = useState<SentMessage | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sent !== null) heading.current?.focus();
  }, [sent]);
  if (sent === null) return <ContactForm onSent={setSent} />;
  return (
    <section className={styles.sheet}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {messages.sentTitle}
      </h2>
      <p>
        {messages.sentText(sent.email)} {sent.priority && messages.sentPriority}
      </p>
      <div>
        <Button onClick={() => setSent(null)}>{messages.another}</Button>
      </div>
    </section>
  );
}

type ContactProblems = FieldProblems<'email' | 'message'>;

function findProblems(
  { email, message }: Pick<BodyOf<'contact'>, 'email' | 'message'>,
  messages: ContactMessages,
): ContactProblems {
  const found: ContactProblems = {};
  if (email.trim() === '') found.email = messages.emailRequired;
  else if (!/^\S+@\S+\.\S+$/.test(email.trim())) found.email = messages.emailInvalid;
  if (message.trim() === '') found.message = messages.messageRequired;
  return found;
}

/** The server's words for addresses of its own, and for those that only send. */
const unanswerable: ReadonlySet<string | undefined> = new Set(['is ours', 'takes no replies']);

function isUnanswerable(thrown: unknown): boolean {
  return thrown instanceof ApiError && unanswerable.has(thrown.answer.fields?.['email']);
}

function explainFailure(thrown: unknown, messages: ContactMessages): string {
  switch (thrown instanceof ApiError ? thrown.answer.code : undefined) {
    case 'too-many-requests':
      return messages.tooMany(supportAddress());
    case 'invalid-request':
      return messages.invalid;
    default:
      return messages.failedText(supportAddress());
  }
}

function ContactForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const messages = useContactMessages();
  const language = useLanguage();
  const { isPro } = useSession();
  const { data: user } = useAnswer('user');
  const [typedEmail, setEmail] = useState<string | null>(null);
  const [typedName, setName] = useState<string | null>(null);
  const [topic, setTopic] = useState<ContactTopic>('conversion');
  const [message, setMessage] = useState('');
  const [diagnostics, setDiagnostics] = useState('');
  const [problems, setProblems] = useState<ContactProblems>({});
  const [working, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  // Prefilled from the account until the visitor types something else.
  const email = typedEmail ?? user?.email ?? '';
  const name = typedName ?? [user?.firstName, user?.lastName].filter(Boolean).join(' ');

  function focus(field: 'email' | 'message') {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findProblems({ email, message }, messages);
    setProblems(found);
    const first = found.email ? 'email' : found.message ? 'message' : null;
    if (first !== null) {
      focus(first);
      return;
    }
    run(async () => {
      const body: BodyOf<'contact'> = {
        email,
        topic,
        message,
        language,
        ...(name.trim() === '' ? {} : { name }),
        ...(diagnostics.trim() === '' ? {} : { diagnostics }),
      };
      try {
        const { priority } = await call('contact', body);
        onSent({ email: email.trim(), priority });
      } catch (thrown) {
        if (isUnanswerable(thrown)) {
          setProblems({ email: messages.emailUnanswerable });
          focus('email');
        } else {
          setProblems({ whole: explainFailure(thrown, messages) });
        }
      }
    });
  }

  return (
    <form ref={form} className={styles.sheet} noValidate onSubmit={submit}>
      {isPro && (
        <p className={styles.priority}>
          <span className={styles.badge}>PRO</span> {messages.priority}
        </p>
      )}
      <div className={styles.pair}>
        <Field
          label={messages.email}
          hint={messages.emailHint}
          error={problems.email}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Field
          label={messages.name}
          hint={messages.nameHint}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <LabeledControl label={messages.topic}>
        {(ties) => (
          <Select
            {...ties}
            value={topic}
            options={contactTopics.map((value) => ({ value, label: messages.topics[value] }))}
            onChange={(value) => setTopic(value as ContactTopic)}
          />
        )}
      </LabeledControl>
      <LongField
        label={messages.message}
        hint={messages.messageHint}
        error={problems.message}
        name="message"
        rows={7}
        maxLength={maxMessageLength}
        required
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Diagnostics value={diagnostics} onChange={setDiagnostics} />
      {problems.whole && (
        <p className={styles.problem} role="alert">
          <b>{messages.failedTitle}:</b> {problems.whole}
        </p>
      )}
      <div>
        <Button type="submit" kind="primary" size="l" disabled={working}>
          {working ? messages.sending : messages.send}
        </Button>
      </div>
    </form>
  );
}

interface DiagnosticsProps {
  value: string;
  onChange: (value: string) => void;
}

/** The log of this visit, for visitors who are asked for it. */
function Diagnostics({ value, onChange }: DiagnosticsProps) {
  const messages = useContactMessages();
  return (
    <details className={styles.more}>
      <summary>{messages.diagnosticsTitle}</summary>
      <div>
        <Button
          size="s"
          onClick={() => onChange(collectDiagnostics().slice(0, maxDiagnosticsLength))}
        >
          {messages.diagnosticsInsert}
        </Button>
      </div>
      <LongField
        label={messages.diagnostics}
        hint={messages.diagnosticsHint}
        rows={4}
        maxLength={maxDiagnosticsLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </details>
  );
}
