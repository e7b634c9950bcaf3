import { Links, Outlet, useLocation } from 'react-router';
import type { ReactNode } from 'react';
import fontUrl from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2?url';
import { brand } from '@stillpix/contract/brand';
import { sitePrices } from './i18n/money.ts';
import { languageOfPath } from './site/pages/language.ts';
import { bootScripts } from './site/browser/boot-scripts.ts';
import { PageHead } from './site/prerender/page-head.tsx';
import { manifestPath } from './site/pages/pages.ts';
import { PageScripts } from './islands/page-scripts.tsx';

/** Rendered only while the site is built: in the browser React renders only islands. */
export function Layout({ children }: { children: ReactNode }) {
  const language = languageOfPath(useLocation().pathname);
  return (
    <html lang={language} data-currency={sitePrices(language).code}>
      <head>
        <meta charSet="utf-8" />
        <meta name="support-address" content={brand.support} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f4f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11100f" />
        {bootScripts.map((script) => (
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
        <PageScripts />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href={manifestPath(language)} />
        <PageHead />
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
