import { type AnswerOf, type BillingConfig } from '@stillpix/contract';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { readToken, tokenKey } from '../../api/request.ts';
import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  beginPayment,
  findPayment,
  loadConfig,
  type BeginProblem,
  type Order,
  type OpenPayment,
} from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

type Account = AnswerOf<'user'>;

/** How long the server is asked about a payment that the form calls made, in seconds. */
const patience = 15;

interface Known {
  config: BillingConfig;
  /** Who is signed in, if anybody. */
  account: Account | null;
}

/** The server could not be asked who takes payments here; `reason` is for the payer. */
interface NotKnown {
  reason: string;
}

/** What the dialog and the page of paying have in common. */
export function useCheckout(order: Order) {
  const language = useLanguage();
  const messages = useBillingMessages();
  const { errors } = useMessages().site;
  const [known, setKnown] = useState<Known | NotKnown | null>(null);
  const [draft, setDraft] = useState(order);
  const [payment, setPayment] = useState<OpenPayment | null>(null);
  const [problem, setProblem] = useState<BeginProblem | null>(null);

  useEffect(() => {
    let latest = 0;
    const ask = () => {
      const round = ++latest;
      Promise.all([loadConfig(), findAccount()]).then(
        ([config, account]) => round === latest && setKnown({ config, account }),
        (thrown: unknown) =>
          round === latest && setKnown({ reason: explainRequestFailure(thrown, errors) }),
      );
    };
    // Another tab signed in or out: the order would be for somebody else than the form says.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === tokenKey || key === null) ask();
    };
    ask();
    window.addEventListener('storage', onStorage);
    return () => {
      latest = -1;
      window.removeEventListener('storage', onStorage);
    };
  }, [errors]);

  async function begin(next: Order, isOrdered = false): Promise<void> {
    setDraft(next);
    setProblem(null);
    const begun = await beginPayment({ ...next, language, isOrdered }, messages, errors);
    if (begun === null) return;
    if ('clientSecret' in begun) setPayment(begun);
    else setProblem(begun);
  }

  /** Notes what was paid and has all tabs ask again; resolves when the server has seen it. */
  async function finish(paid: OpenPayment): Promise<void> {
    const { toasts } = messages;
    showToast({ title: toasts.paymentSuccessful, text: toasts.welcome, tone: 'good' });
    await findPayment(paid.sessionId, patience);
  }

  return {
    known,
    draft,
    payment,
    problem,
    begin: (next: Order) => begin(next),
    /** Orders where nothing is to be paid now, and leaves for the thanks. */
    order: () => begin(draft, true),
    finish,
    goBack: () => setPayment(null),
  };
}

/** Whoever is signed in; a token that the server does not know counts as nobody. */
async function findAccount(): Promise<Account | null> {
  if (readToken() === null) return null;
  return call('user').catch(() => null);
}
