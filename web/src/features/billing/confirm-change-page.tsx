import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { formatDay } from '../../i18n/money.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import styles from './checkout-page.module.css';
import { DueSummary } from './due-summary.tsx';
import { useBillingMessages } from './use-billing-messages.ts';
import { type PlanChangeState, usePlanChange } from './use-plan-change.ts';

/** Where the payer's bank asks about a change to the annual plan, and what came of it. */
export default function ConfirmChangePage() {
  const { bank, purchase, success, thanks } = useBillingMessages();
  const { state, working, hasScript, askBank, tryAgain, lookAgain, stay } = usePlanChange();
  const account = pathOf('account', useLanguage());
  const words = useWords(state);

  if (state.name === 'looking' || state.name === 'settling')
    return <PageState working {...words} />;
  if (state.name === 'waiting') {
    return (
      <PageState {...words}>
        <div className={styles.confirmation}>
          <DueSummary due={state.change.due} plan={state.change.plan} isFirst={false} />
          {!hasScript && !working && <Alert title={bank.notLoaded}>{bank.notLoadedText}</Alert>}
          <ButtonRow fills>
            <Button kind="primary" size="l" disabled={working} onClick={askBank}>
              {working ? purchase.processing : bank.ask}
            </Button>
            <Button size="l" disabled={working} onClick={() => stay(account)}>
              {bank.stay}
            </Button>
          </ButtonRow>
        </div>
      </PageState>
    );
  }
  const isOver = state.name !== 'not-checked' && state.name !== 'slow';
  return (
    <PageState {...words}>
      <ButtonRow>
        {state.name === 'refused' && (
          <Button kind="primary" disabled={working} onClick={tryAgain}>
            {thanks.again}
          </Button>
        )}
        {!isOver && (
          <Button kind="primary" disabled={working} onClick={lookAgain}>
            {thanks.checkAgain}
          </Button>
        )}
        <Button asChild kind={isOver && state.name !== 'refused' ? 'primary' : 'plain'}>
          <a href={account}>{success.account}</a>
        </Button>
      </ButtonRow>
    </PageState>
  );
}

function useWords(state: PlanChangeState): { heading: string; lede: string } {
  const language = useLanguage();
  const { bank, thanks, toasts } = useBillingMessages();
  const { errors } = useMessages().site;
  switch (state.name) {
    case 'looking':
      return { heading: bank.looking, lede: bank.lookingText };
    case 'waiting':
      return { heading: bank.title, lede: bank.text };
    case 'settling':
      return { heading: thanks.processing, lede: thanks.processingText };
    case 'done': {
      const next = state.subscription.nextBillingDate;
      const lede =
        next === null ? toasts.planChangedText : bank.doneText(formatDay(next, language));
      return { heading: bank.done, lede };
    }
    case 'refused':
      return { heading: toasts.planFailed, lede: bank.refusedText };
    case 'none':
      return { heading: bank.none, lede: bank.noneText };
    case 'slow':
      return { heading: thanks.slow, lede: bank.slowText };
    case 'signed-out':
      return { heading: bank.signIn, lede: bank.signInText };
    case 'not-checked':
      return { heading: thanks.notChecked, lede: explainRequestFailure(state.thrown, errors) };
  }
}
