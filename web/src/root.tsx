import { Links, Outlet, Scripts, useLocation, useMatches } from 'react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import fontUrl from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2?url';
import { languageOfPath } from './i18n/language.ts';
import { PageHead } from './site/page-head.tsx';
import boot from './site/boot.js?raw';
import './ui/tokens.css';
import './ui/base.css';
import './site/styles.ts';

/** `handle = { js: false }` on any matched route makes the page plain HTML. */
function useShipsScripts(): boolean {
  const matches = useMatches();
  return !matches.some(({ handle }) => isObject(handle) && 'js' in handle && handle.js === false);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function Layout({ children }: { children: ReactNode }) {
  const language = languageOfPath(useLocation().pathname);
  return (
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f4f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11100f" />
        <script
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? boot : '' }}
          suppressHydrationWarning
        />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
        {import.meta.env.SSR && <PageHead />}
      </head>
      <body>
        {children}
        {useShipsScripts() && <Scripts />}
      </body>
    </html>
  );
}

// Fetched when it is needed; if even that fails, the mount failure shows the error (entry.client.tsx).
const ErrorPage = lazy(() => import('./site/error-page.tsx'));

export function ErrorBoundary({ error }: { error: unknown }) {
  const language = languageOfPath(useLocation().pathname);
  return (
    <Suspense>
      <ErrorPage error={error} language={language} />
    </Suspense>
  );
}

export default function App() {
  return <Outlet />;
}
