import { expect, test } from 'vitest';
import { defaultFlags } from '@stillpix/contract/flags';
import { languages } from '../i18n/language.ts';
import { describePage, findAddress } from './describe-page.ts';
import { listAddresses, pageIds, pageOf, pathOf } from './pages.ts';

test('no two pages or aliases share an address', () => {
  const paths = listAddresses().map((address) => address.path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('every page has an address in every language, under that language', () => {
  for (const id of pageIds) {
    for (const language of languages) {
      const prefix = language === 'en' ? '/' : `/${language}`;
      expect(pathOf(id, language).startsWith(prefix), `${id} in ${language}`).toBe(true);
    }
  }
});

test('a page that waits for a flag names one that exists', () => {
  const known = defaultFlags.map((flag) => flag.key);
  for (const id of pageIds) {
    const { flag } = pageOf(id);
    if (flag) expect(known).toContain(flag);
  }
});

test('an address is found with and without a slash at its end, an alias leads to its page', () => {
  expect(findAddress('/es/precios/')).toMatchObject({
    id: 'pricing',
    language: 'es',
    alias: false,
  });
  expect(findAddress('/go-pro')).toMatchObject({ id: 'pricing', language: 'en', alias: true });
  expect(findAddress('/precios')).toBeUndefined();
});

test('the breadcrumbs of a tool go through the list of tools', () => {
  const names = Object.fromEntries(pageIds.map((id) => [id, id.toUpperCase()])) as Record<
    (typeof pageIds)[number],
    string
  >;
  const { crumbs, alternates } = describePage('jpg-compress', 'de', {
    title: 't',
    description: 'd',
    names,
  });
  expect(crumbs.map((crumb) => crumb.path)).toEqual([
    '/de',
    '/de/tools',
    '/de/tools/jpg-komprimieren',
  ]);
  expect(alternates.pt).toBe('/pt/tools/jpg-comprimir');
});
