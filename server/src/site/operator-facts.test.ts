import { pricePlaces } from '@stillpix/contract/money';
import { expect, test } from 'vitest';
import { readSettings } from '../read-settings.ts';
import { operatorFacts } from './operator-facts.ts';

const page = '<p>{OPERATOR-NAME}, {OPERATOR-ADDRESS}</p><a href="mailto:support@stillpix.example">';

test('what is not set says so in the language of its page', () => {
  const { fill } = operatorFacts(readSettings({}));
  expect(fill(page, 'imprint/index.html')).toContain(
    '<p>[OPERATOR_NAME: not set], [OPERATOR_ADDRESS: not set]</p>',
  );
  expect(fill(page, 'de/impressum/index.html')).toContain('nicht angegeben');
});

test('a telephone that nobody has is none, and an example address is no way to reach anybody', () => {
  const { fill } = operatorFacts(readSettings({}));
  expect(fill('<dd>{OPERATOR-PHONE}</dd>', 'contact/index.html')).toBe('<dd>none</dd>');
  const link = '<a class="x" href="mailto:support@stillpix.example">support@stillpix.example</a>';
  expect(fill(`<p>Write to ${link}.</p>`, 'contact/index.html')).toBe(
    '<p>Write to [SUPPORT_EMAIL: not set].</p>',
  );
  expect(fill('{OPERATOR-PRIVACY}', 'de/impressum/index.html')).toBe(
    '[SUPPORT_EMAIL: nicht angegeben]',
  );
  const meta = '<meta name="support-address" content="support@stillpix.example"/>';
  expect(fill(meta, 'de/kontakt/index.html')).toContain(
    'content="[SUPPORT_EMAIL: nicht angegeben]"',
  );
});

test('the question for a daily limit is answered by what the operator set', () => {
  const answer = (environment: Record<string, string>, name: string) =>
    operatorFacts(readSettings(environment)).fill('<p>{DAILY-LIMIT}</p>', name);
  expect(answer({}, 'free-heic-converter/index.html')).toBe('<p>No.</p>');
  expect(answer({}, 'de/x/index.html')).toBe('<p>Nein.</p>');
  expect(answer({ FREE_DAILY_LIMIT: '50' }, 'free-heic-converter/index.html')).toBe(
    '<p>Yes: 50 files a day. Pro has no such limit.</p>',
  );
  for (const language of ['es', 'pt', 'de'])
    expect(answer({ FREE_DAILY_LIMIT: '50' }, `${language}/x/index.html`)).toMatch(/: 50 /);
  const digest = (environment: Record<string, string>) =>
    operatorFacts(readSettings(environment)).digest;
  expect(digest({ FREE_DAILY_LIMIT: '50' })).not.toBe(digest({}));
});

test('name, address, mail and origin of the operator take their places, as text', () => {
  const { fill } = operatorFacts(
    readSettings({
      OPERATOR_NAME: 'Müller & Söhne <b>',
      OPERATOR_ADDRESS: 'Hauptstraße 1, 10115 Berlin',
      SUPPORT_EMAIL: 'hilfe@bilder.test',
      PUBLIC_URL: 'https://bilder.test',
      ALLOW_SIMULATED: 'yes',
    }),
  );
  expect(fill(page, 'de/impressum/index.html')).toBe(
    '<p>Müller &amp; Söhne &lt;b&gt;, Hauptstraße 1, 10115 Berlin</p><a href="mailto:hilfe@bilder.test">',
  );
  expect(fill('https://stillpix.example/faq', 'sitemap.xml')).toBe('https://bilder.test/faq');
  expect(fill('{OPERATOR-NAME}', 'llms.txt')).toBe('Müller & Söhne <b>');
});

test('the mark of a page changes with any fact', () => {
  const one = operatorFacts(readSettings({ OPERATOR_NAME: 'One' })).digest;
  expect(operatorFacts(readSettings({ OPERATOR_NAME: 'Two' })).digest).not.toBe(one);
});

// Browsers put a no-break space between number and sign; a reader sees a space.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('prices take their places in the currency of the operator and the language of the page', () => {
  const { first, month, monthAmount, code, tax } = pricePlaces('en');
  const text = `${first} ${month} ${monthAmount} ${code} ${tax}`;
  const dollars = operatorFacts(readSettings({}));
  const euros = operatorFacts(readSettings({ CURRENCY: 'eur' }));
  expect(dollars.fill(text, 'pricing/index.html')).toBe(
    '$2.49 $4.99 4.99 USD Prices in US dollars, any tax included.',
  );
  expect(plain(euros.fill(text, 'de/preise/index.html'))).toBe(
    '2,49 € 4,99 € 4.99 EUR Preise in Euro, inklusive Mehrwertsteuer.',
  );
  expect(euros.digest).not.toBe(dollars.digest);
});

const places = (['own', 'network'] as const)
  .map(
    (by) =>
      `<template data-ad-place="in-article" data-ad-by="${by}"><aside>${by === 'own' ? '<a href="{AD-LINK}">{AD-TITLE}</a> {AD-TEXT}' : 'network'}</aside></template>`,
  )
  .join('');
const ad = {
  place: 'in-article',
  title: 'Frames <b>',
  text: 'Of oak',
  link: 'https://frames.test/',
};
const booked = {
  ADS_PUBLISHER_ID: 'ca-pub-0123456789012345',
  ADS_SLOTS: '{"in-article":"0123456789"}',
  FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":100}}',
};

test.each([
  ['without a configuration', {}, ''],
  ['with a publisher, but the flag off', { ...booked, FLAGS: '{}' }, ''],
  [
    'with a publisher, but the flag for nobody',
    { ...booked, FLAGS: '{"ads_optimized":{"enabled":true}}' },
    '',
  ],
  [
    'with a publisher that has another place',
    { ...booked, ADS_SLOTS: '{"sidebar":"0123456789"}' },
    '',
  ],
  ['with a publisher', booked, '<aside>network</aside>'],
  [
    'with words of the operator’s, which come first',
    { ...booked, ADS_OWN: JSON.stringify([{ ...ad, language: 'de' }, ad]) },
    '<aside><a href="https://frames.test/">Frames &lt;b&gt;</a> Of oak</aside>',
  ],
  [
    'with words in another language alone',
    { ADS_OWN: JSON.stringify([{ ...ad, language: 'de' }]) },
    '',
  ],
])('%s a place for an advertisement is left as it should be', (_, settings, left) => {
  const { fill } = operatorFacts(readSettings(settings));
  expect(fill(`<p>Before</p>${places}<p>After</p>`, 'blog/x/index.html')).toBe(
    `<p>Before</p>${left}<p>After</p>`,
  );
});
