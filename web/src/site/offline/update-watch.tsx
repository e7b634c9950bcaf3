import { type ComponentType, useEffect, useState } from 'react';

/**
 * Offers newer versions on pages that come from the device. Other pages are up to date and load
 * nothing for it.
 */
export function UpdateWatch() {
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
    import('./update-offer.tsx').then(
      ({ UpdateOffer }) => setOffer(() => UpdateOffer),
      // The newer version comes with the next start in any case.
      () => {},
    );
  }, []);
  return Offer && <Offer />;
}
