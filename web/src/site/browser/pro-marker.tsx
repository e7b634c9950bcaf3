import { useEffect } from 'react';
import { useSession } from '../../api/session.ts';

/**
 * Tells stylesheets what the server said: `[data-pro]` on <html> hides ads and offers. The copy in
 * storage is a hint for the next page's first paint and grants nothing.
 */
export function ProMarker() {
  const { isPro, known } = useSession();
  useEffect(() => {
    if (!known) return;
    document.documentElement.toggleAttribute('data-pro', isPro);
    try {
      if (isPro) localStorage.setItem('stillpix_pro', 'true');
      else localStorage.removeItem('stillpix_pro');
    } catch {
      // Storage is off: the next page asks the server again.
    }
  }, [isPro, known]);
  return null;
}
