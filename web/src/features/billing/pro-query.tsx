import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { readToken } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { loadConfig } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

/**
 * Handles `verify_pro=true` and, with the simulated provider, `pro_test=true` in the address. Both
 * only ask the server again and report its answer; neither grants anything.
 */
export default function ProQuery() {
  const { toasts } = useBillingMessages();
  useEffect(() => {
    const address = new URL(location.href);
    const take = (name: string) => {
      const isAsked = address.searchParams.get(name) === 'true';
      address.searchParams.delete(name);
      return isAsked;
    };
    const [verify, test] = [take('verify_pro'), take('pro_test')];
    if (!verify && !test) return;
    history.replaceState(history.state, '', address);
    if (verify && readToken() !== null) void verifyPro();
    else if (test) void sayTest();

    async function verifyPro() {
      await announceSession();
      const user = await call('user').catch(() => null);
      if (user?.isPro === true) {
        showToast({ title: toasts.proVerified, text: toasts.proVerifiedText, tone: 'good' });
      } else {
        showToast({ title: toasts.proRequired, text: toasts.proRequiredText, tone: 'bad' });
      }
    }

    async function sayTest() {
      const { provider } = await loadConfig();
      if (provider !== 'simulated') return;
      await announceSession();
      showToast({ title: toasts.proTest, text: toasts.proTestText });
    }
  }, [toasts]);
  return null;
}
