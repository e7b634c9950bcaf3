import { expect, test } from 'vitest';
import { defaultFlags } from '@stillpix/contract/flags';
import { paymentPagePaths } from '@stillpix/contract/paths';
import { languages } from './language.ts';
import { describePage, findAddress } from './describe-page.ts';
import { isPaymentPath, listAddresses, pageIds, pageOf, pathOf, type PageId } from './pages.ts';

test('no two pages or aliases share an address', () => {
  const paths = listAddresses().map((address) => address.path);
  expect(new Set(paths).size).toBe(paths.length);
});

/** Their subject, names and docstrings, is in English. */
const inEnglishAlone: readonly PageId[] = ['developers', 'developers-reference'];

test('every other page has an address in every language, under that language', () => {
  for (const id of pageIds.filter((each) => !inEnglishAlone.includes(each))) {
    for (const language of languages) {
      const prefix = language === 'en' ? '/' : `/${language}`;
      expect(pathOf(id, language).startsWith(prefix), `${id} in ${language}`).toBe(true);
    }
  }
});

test('pages that wait for a flag name one that exists', () => {
  const awaited = pageIds.flatMap((id) => pageOf(id).flag ?? []);
  expect(awaited).toHaveLength(2);
  expect(defaultFlags.map((flag) => flag.key)).toEqual(expect.arrayContaining(awaited));
});

test('the server lets the payment provider in on the pages that take payments, and on no other', () => {
  const paths = listAddresses().map((address) => address.path);
  expect(paths.filter(isPaymentPath).toSorted()).toEqual([...paymentPagePaths].toSorted());
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
