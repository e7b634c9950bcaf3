import { prices } from '@stillpix/contract/plans';
import { expect, test } from 'vitest';
import type { PageData } from '../pages/page-data.ts';
import type { PageContent } from '../content/page-content.server.ts';
import { origin } from './origin.server.ts';
import { articleData, faqPage, structuredData } from './structured-data.server.ts';

const page: PageData = {
  id: 'home',
  language: 'es',
  path: '/es/precios',
  title: 'Precios',
  description: 'Lo que cuesta.',
  alternates: {},
  crumbs: [
    { name: 'Inicio', path: '/es' },
    { name: 'Precios', path: '/es/precios' },
  ],
};
const content = { faq: [] as { q: string; a: string }[] } as PageContent;
const typesOf = (blocks: object[]) =>
  blocks.map((block) => (block as { '@type': string })['@type']);

test('an article names its publisher with a logo, and its subjects as its language calls them', () => {
  const article = { title: 'Calidad', date: '2026-11-21', updated: null, keywords: ['Calidad'] };
  expect(articleData(page, article)).toMatchObject({
    '@type': 'Article',
    inLanguage: 'es',
    keywords: 'Calidad',
    publisher: {
      '@type': 'Organization',
      logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png` },
    },
  });
});

test('the home page is the site and the software, a tool is the software', () => {
  expect(typesOf(structuredData('home', page, content))).toEqual(
    expect.arrayContaining(['WebSite', 'SoftwareApplication', 'BreadcrumbList']),
  );
  const tool = typesOf(structuredData('heic-to-jpg', page, content));
  expect(tool).toContain('SoftwareApplication');
  expect(tool).not.toContain('WebSite');
});

test('a page without questions is no page of questions', () => {
  expect(typesOf(structuredData('home', page, content))).not.toContain('FAQPage');
  const asked = { ...content, faq: [{ q: 'Why?', a: 'Because.' }] };
  expect(typesOf(structuredData('home', page, asked))).toContain('FAQPage');
});

test('links in answers lead somewhere from anywhere', () => {
  const a = '<a href="/es/ayuda#uno">aquí</a>, <a href="https://caniuse.com/heif">allí</a>';
  expect(JSON.stringify(faqPage([{ q: '¿Dónde?', a }], 'es'))).toContain(
    JSON.stringify(a.replace('"/es', `"${origin}/es`)).slice(1, -1),
  );
});

test('Pro has the prices that are charged', () => {
  expect(structuredData('pricing', page, content)).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      offers: [prices.usd.monthly, prices.usd.annual].map(({ cents }) =>
        expect.objectContaining({ price: (cents / 100).toFixed(2), priceCurrency: 'USD' }),
      ),
    }),
  );
});
