import { type ComponentType, useEffect, useState } from 'react';

/** Offers newer versions on pages that come from the device. Others load nothing for it: they are new. */
export function UpdateWatch() {
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
    import('./update-offer.tsx').then(
      ({ UpdateOffer }) => setOffer(() => UpdateOffer),
      // The newer version comes with the next start all the same.
      () => {},
    );
  }, []);
  return Offer && <Offer />;
}
