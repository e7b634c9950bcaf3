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

/** How long to ask the server about a payment that the form reported as made, in seconds. */
const patience = 15;

interface Known {
  config: BillingConfig;
  /** The signed-in user, if any. */
  account: Account | null;
}

/** The payment configuration could not be loaded; `reason` is for the payer. */
interface NotKnown {
  reason: string;
}

/** Shared by the purchase dialog and the payment page. */
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
    // Another tab signed in or out, so the order would be for another user than shown.
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

  /** Records the payment and makes all tabs ask again. Resolves once the server has seen it. */
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
    /** Orders if nothing is to be paid now, and goes to the thank-you page. */
    order: () => begin(draft, true),
    finish,
    goBack: () => setPayment(null),
  };
}

/** The signed-in user. A token that the server does not know counts as none. */
async function findAccount(): Promise<Account | null> {
  if (readToken() === null) return null;
  return call('user').catch(() => null);
}
