import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { isLanguage } from '../site/pages/language.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { pageOf, pathOf, type FeatureName, type PageId } from '../site/pages/pages.ts';
import { PageState } from '../site/parts/page-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

/**
 * The part of a page that a feature owns: accounts, payment, writing to us, what is stored. It is
 * fetched on its own page only; heading and text around it are there at once.
 */
const features: Record<FeatureName, ComponentType> = {
  subscribe: lazy(() => import('../features/billing/subscribe-page.tsx')),
  thanks: lazy(() => import('../features/billing/thanks-page.tsx')),
  success: lazy(() => import('../features/billing/success-page.tsx')),
  'account-setup': lazy(() => import('./account-setup-page.tsx')),
  'reset-password': lazy(() => import('../features/account/reset-page.tsx')),
  tracking: lazy(() => import('../features/tracking/tracking-page.tsx')),
  contact: lazy(() => import('../features/contact/contact-page.tsx')),
  status: lazy(() => import('../features/status/status-page.tsx')),
  account: lazy(() => import('./account-page.tsx')),
  developers: lazy(() => import('../features/developers/developers-page.tsx')),
  dashboard: lazy(() => import('../features/account/dashboard-page.tsx')),
};

const never = () => () => {};

/** False while the page is built and on its first draw: what a feature shows depends on the visitor. */
function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const QueryProvider = lazy(async () => ({
  default: (await import('../api/query-provider.tsx')).QueryProvider,
}));

/**
 * A link in a mail names the reader's language and the English page, because the server knows no
 * others. Elsewhere an address is never left for another language.
 */
function useAskedLanguage(id: PageId): void {
  const language = useLanguage();
  useEffect(() => {
    const address = new URL(location.href);
    const asked = address.searchParams.get('lang');
    if (asked === null) return;
    address.searchParams.delete('lang');
    if (isLanguage(asked) && asked !== language) {
      address.pathname = pathOf(id, asked);
      window.location.replace(address);
    } else {
      history.replaceState(history.state, '', address);
    }
  }, [id, language]);
}

interface FeatureProps {
  id: PageId;
  /** What a page that is all states says until its own part is there. */
  waiting?: { heading: string; lede: string };
}

export default function Feature({ id, waiting }: FeatureProps) {
  const { loading } = useMessages().site.common;
  useAskedLanguage(id);
  const isHere = useIsHere();
  const { feature } = pageOf(id);
  if (!feature) return null;
  const Own = features[feature];
  const pending = waiting ? <PageState working {...waiting} /> : <Spinner label={loading} />;
  if (!isHere) return pending;
  return (
    <Suspense fallback={pending}>
      <QueryProvider>
        <Own />
      </QueryProvider>
    </Suspense>
  );
}
