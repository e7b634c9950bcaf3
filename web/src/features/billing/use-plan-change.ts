import type { AnswerOf, Subscription } from '@stillpix/contract';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError, readToken } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { loadConfig } from './payment.ts';
import { loadStripeOnce } from './load-stripe.ts';

type WaitingChange = NonNullable<AnswerOf<'planChange'>['change']>;

/** `slow`: the payer has agreed, and the payment may still arrive. */
export type PlanChangeState =
  | { name: 'looking' | 'settling' | 'refused' | 'none' | 'slow' | 'signed-out' }
  | { name: 'waiting'; change: WaitingChange }
  | { name: 'done'; subscription: Subscription }
  | { name: 'not-checked'; thrown: unknown };

/** How long to ask the server about a payment that the bank has approved, in seconds. */
const patience = 15;

/** The change to the annual plan that waits for its payer's bank, and what can be done about it. */
export function usePlanChange() {
  const [state, setState] = useState<PlanChangeState>({ name: 'looking' });
  const [working, run] = useBusy();
  const [hasScript, setHasScript] = useState(true);

  useEffect(() => {
    void findChange().then(setState);
  }, []);

  const step = (work: () => Promise<PlanChangeState>) =>
    run(async () => setState(await work().catch(explainFailure)));

  async function askBank(waiting: PlanChangeState & { name: 'waiting' }): Promise<PlanChangeState> {
    const stripe = await loadScript();
    setHasScript(stripe !== null);
    if (stripe === null) return waiting;
    const { clientSecret } = waiting.change;
    const { error } = await stripe
      .handleNextAction({ clientSecret })
      .catch((thrown: unknown) => ({ error: thrown }));
    if (error !== undefined) return giveUp();
    setState({ name: 'settling' });
    return settle();
  }

  return {
    state,
    working,
    /** False after the provider's script could not be loaded. */
    hasScript,
    /** Lets the bank ask, and looks what came of it. */
    askBank: () => {
      if (state.name === 'waiting') step(() => askBank(state));
    },
    /** Starts the change anew after a refusal. */
    tryAgain: () => step(askAnew),
    lookAgain: () => {
      setState({ name: 'looking' });
      step(findChange);
    },
    /** Gives the change up and goes to the account, unless the change was made meanwhile. */
    stay: (account: string) =>
      step(async () => {
        const next = await giveUp();
        if (next.name !== 'refused') return next;
        window.location.assign(account);
        return state;
      }),
  };
}

async function loadScript() {
  const { publishableKey } = await loadConfig();
  return publishableKey === null ? null : loadStripeOnce(publishableKey).catch(() => null);
}

async function findChange(): Promise<PlanChangeState> {
  if (readToken() === null) return { name: 'signed-out' };
  try {
    const { subscription, change } = await call('planChange');
    if (change === null) return finish(subscription, { name: 'none' });
    // Without waiting, so that the bank can ask as soon as the button is pressed.
    void loadScript().catch(() => null);
    return { name: 'waiting', change };
  } catch (thrown) {
    return explainFailure(thrown);
  }
}

/** Waits until the server has seen the payment. */
async function settle(): Promise<PlanChangeState> {
  for (let count = 0; count < patience; count++) {
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    const { subscription } = await call('planChange');
    const next = await finish(subscription, { name: 'slow' });
    if (next.name === 'done') return next;
  }
  return { name: 'slow' };
}

/** Also after a refusal, so that nothing is left to pay. It may have been paid in another tab. */
async function giveUp(): Promise<PlanChangeState> {
  const { subscription } = await call('dropPlanChange');
  return finish(subscription, { name: 'refused' });
}

async function askAnew(): Promise<PlanChangeState> {
  try {
    const { subscription } = await call('changePlan', { plan: 'annual' });
    return await finish(subscription, { name: 'none' });
  } catch (thrown) {
    const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
    if (code === 'payment-failed') return { name: 'refused' };
    if (code === 'payment-needs-bank') return findChange();
    throw thrown;
  }
}

async function finish(
  subscription: Subscription | null,
  otherwise: PlanChangeState,
): Promise<PlanChangeState> {
  if (subscription?.plan !== 'annual' || !subscription.entitled) return otherwise;
  await announceSession();
  return { name: 'done', subscription };
}

function explainFailure(thrown: unknown): PlanChangeState {
  const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
  if (code === 'not-signed-in') return { name: 'signed-out' };
  if (code === 'no-subscription') return { name: 'none' };
  return { name: 'not-checked', thrown };
}
