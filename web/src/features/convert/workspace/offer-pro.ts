import { showToast } from '../../../ui/toast.tsx';

const offeredKey = 'stillpix_offered_pro';

interface Offer {
  title: string;
  text: string;
  go: string;
}

/** Mentions Pro when a batch has just gone well: once a session, and never to who has it. */
export function offerProOnce(offer: Offer, pricingPath: string): void {
  try {
    if (sessionStorage.getItem(offeredKey) !== null) return;
    sessionStorage.setItem(offeredKey, 'true');
  } catch {
    // Nothing can be remembered, so nothing is said: it would come again with every batch.
    return;
  }
  const { title, text, go } = offer;
  showToast({
    title,
    text,
    tone: 'good',
    link: { label: go, href: pricingPath, dialog: 'upgrade' },
  });
}
