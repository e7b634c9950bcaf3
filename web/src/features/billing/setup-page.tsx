import { useEffect, useState, type ReactNode } from 'react';
import { readSetupFlags } from '../../api/setup-flags.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import type { PaidPayment } from './payment.ts';
import { PaymentGate } from './payment-gate.tsx';

/** The payment to set up an account for: from the address, or as stored by the page before. */
function findSession(): string | null {
  const flags = readSetupFlags();
  const named = new URLSearchParams(location.search).get('session_id') ?? '';
  return named || (flags.needed ? flags.sessionId : null);
}

interface SetupPageProps {
  /** The form, or what to do instead. */
  children: (payment: PaidPayment) => ReactNode;
}

/**
 * Leads a payer to an account. The server asks for proof; the flags only guide the visitor here.
 */
export function SetupPage({ children }: SetupPageProps) {
  const home = pathOf('home', useLanguage());
  const [sessionId] = useState(findSession);
  useEffect(() => {
    if (sessionId === null) window.location.replace(home);
  }, [sessionId, home]);
  if (sessionId === null) return null;
  return (
    <PaymentGate sessionId={sessionId} tries={3}>
      {children}
    </PaymentGate>
  );
}
