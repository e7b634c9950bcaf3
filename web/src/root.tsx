import { Links, Meta, Outlet, Scripts, useLocation, useMatches } from 'react-router';
import type { ReactNode } from 'react';
import fontUrl from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2?url';
import { languageOfPath } from './i18n/language.ts';
import { ErrorPage } from './site/error-page.tsx';
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
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
        <Meta />
      </head>
      <body>
        {children}
        {useShipsScripts() && <Scripts />}
      </body>
    </html>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} language={languageOfPath(useLocation().pathname)} />;
}

export default function App() {
  return <Outlet />;
}
