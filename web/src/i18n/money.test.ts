import { describe, expect, test } from 'vitest';
import { languages } from '../site/pages/language.ts';
import { formatDay, formatMoney, sitePrices, usualDue } from './money.ts';

// Intl puts a no-break space between number and symbol; texts have a plain space.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  test('each language writes the price in its own way', () => {
    const shown = languages.map((language) => plain(formatMoney(249, language, 'usd')));
    expect(shown).toEqual(['$2.49', '2,49 US$', 'US$ 2,49', '2,49 $']);
  });

  test('whole amounts carry no cents', () => {
    expect(plain(formatMoney(4900, 'en', 'usd'))).toBe('$49');
    expect(plain(formatMoney(4900, 'de', 'usd'))).toBe('49 $');
  });

  test('another currency is shown as what it is', () => {
    expect(plain(formatMoney(249, 'de', 'eur'))).toBe('2,49 €');
  });

  test('the annual plan saves 11 dollars, 18 percent', () => {
    expect(sitePrices('en')).toMatchObject({ yearSaving: '$11', yearSavingPercent: '18%' });
    expect(plain(sitePrices('de').yearSavingPercent)).toBe('18 %');
  });

  test('a new payer owes the first-month price now and the full price a month later', () => {
    const due = usualDue('monthly', new Date('2026-11-21T12:00:00Z'));
    expect(due).toMatchObject({ nowCents: 249, thenCents: 499, currency: 'usd' });
    expect(due.renewsAt.slice(0, 10)).toBe('2026-12-21');
  });

  test('the annual plan costs the same now and a year later', () => {
    const due = usualDue('annual', new Date('2026-11-21T12:00:00Z'));
    expect(due).toMatchObject({ nowCents: 4900, thenCents: 4900 });
    expect(due.renewsAt.slice(0, 10)).toBe('2027-11-21');
  });

  test('dates are written out in the language', () => {
    const day = '2026-12-21T12:00:00Z';
    expect(formatDay(day, 'en', 'UTC')).toBe('December 21, 2026');
    expect(formatDay(day, 'de', 'UTC')).toBe('21. Dezember 2026');
    expect(formatDay(day, 'es', 'UTC')).toBe('21 de diciembre de 2026');
    expect(formatDay(day, 'pt', 'UTC')).toBe('21 de dezembro de 2026');
  });
});
