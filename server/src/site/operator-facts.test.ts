import { expect, test } from 'vitest';
import { readSettings } from '../read-settings.ts';
import { operatorFacts } from './operator-facts.ts';

const page = '<p>{OPERATOR-NAME}, {OPERATOR-ADDRESS}</p><a href="mailto:support@stillpix.example">';

test('what is not set says so in the language of its page', () => {
  const { fill } = operatorFacts(readSettings({}));
  expect(fill(page, 'imprint/index.html')).toContain('<p>not set, not set</p>');
  expect(fill(page, 'de/impressum/index.html')).toContain('nicht angegeben');
});

test('a telephone that nobody has is none, and an example address is no way to reach anybody', () => {
  const { fill } = operatorFacts(readSettings({}));
  expect(fill('<dd>{OPERATOR-PHONE}</dd>', 'contact/index.html')).toBe('<dd>none</dd>');
  const link = '<a class="x" href="mailto:support@stillpix.example">support@stillpix.example</a>';
  expect(fill(`<p>Write to ${link}.</p>`, 'contact/index.html')).toBe('<p>Write to not set.</p>');
  expect(fill('{OPERATOR-PRIVACY}', 'de/impressum/index.html')).toBe('nicht angegeben');
  const meta = '<meta name="support-address" content="support@stillpix.example"/>';
  expect(fill(meta, 'de/kontakt/index.html')).toContain('content="nicht angegeben"');
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
