import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { showToast } from '../../ui/toast.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

/** Opens the provider's page for cards and invoices in a new tab. */
export function usePortal(): () => Promise<void> {
  const { toasts } = useBillingMessages();
  const language = useLanguage();
  return async () => {
    // Opened within the click; otherwise the browser would block it.
    const tab = window.open('', '_blank');
    try {
      const { url } = await call('portal', { returnPath: pathOf('account', language) });
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    } catch {
      tab?.close();
      showToast({ title: toasts.error, text: toasts.portalFailed, tone: 'bad' });
    }
  };
}
