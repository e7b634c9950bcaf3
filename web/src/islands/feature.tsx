import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { isLanguage } from '../site/pages/language.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { pageOf, pathOf, type PageId } from '../site/pages/pages.ts';
import { PageState } from '../site/parts/page-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { features } from './features.ts';

const never = () => () => {};

/**
 * False while the page is prerendered and on its first render, because what a feature shows depends
 * on the visitor.
 */
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
 * Links in mails name the reader's language but use English paths, because the server knows no
 * others. No other page redirects to another language.
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
  /** Shown until the feature is loaded, on pages that consist of it. */
  waiting?: { heading: string; lede: string };
}

export default function Feature({ id, waiting }: FeatureProps) {
  const { loading } = useMessages().site.common;
  useAskedLanguage(id);
  const isHere = useIsHere();
  const { feature } = pageOf(id);
  if (!feature) return null;
  const Own = features[feature];
  if (!Own) throw new Error(`Nothing draws ${feature}`);
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
