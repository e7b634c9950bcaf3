import { maxFiles } from '@stillpix/contract/limits';
import { describe, expect, test } from 'vitest';
import { languages } from '../pages/language.ts';
import { workspace as german } from '../../i18n/de/workspace.ts';
import { fillReferences, readSource } from './references.ts';

// Intl puts a no-break space between number and symbol; texts have a plain space.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a reference in a text', () => {
  test('becomes the word on the screen, in the text’s language', () => {
    expect(fillReferences('**{{ui.actions.start}}**', 'de')).toBe(`**${german.actions.start}**`);
  });

  test('gives a message its values', () => {
    expect(fillReferences('{{ui.actions.downloadAll(5)}}', 'en')).toBe('Download all 5');
  });

  test('becomes a limit or a price as the language writes it', () => {
    expect(fillReferences('{{limit.free}}', 'es')).toBe(String(maxFiles.free));
    expect(languages.map((language) => plain(fillReferences('{{price.month}}', language)))).toEqual(
      ['$4.99', '4,99 US$', 'US$ 4,99', '4,99 $'],
    );
    expect(plain(fillReferences('{{price.yearSavingPercent}}', 'de'))).toBe('18 %');
  });

  test.each([
    ['{{ui.actions.begin}}', 'there is no begin in ui.actions, only start'],
    ['{{nothing}}', 'there is no nothing, only ui'],
    ['{{ui.actions}}', 'is a group; name one of start'],
    ['{{ui.actions.start(5)}}', 'takes no values'],
    ['{{ui.actions.downloadAll}}', 'wants 1 values'],
    ['{{price.toString}}', 'there is no toString in price'],
    ['{{}}', 'there is no name'],
  ])('%s stops the build', (text, reason) => {
    expect(() => fillReferences(text, 'en')).toThrow(reason);
  });
});

describe('a content file', () => {
  const source = (value: string) => `---
title: 'Press {{ui.list.clear}}'
faq:
  - q: 'How many?'
    a: '${value}'
---

Up to {{limit.pro}} with Pro.
`;

  test('is filled in its front matter and in its text', () => {
    expect(readSource(source('{{limit.free}}'), 'x.md', 'en')).toEqual({
      data: { title: 'Press Clear', faq: [{ q: 'How many?', a: '5' }] },
      content: '\nUp to 20 with Pro.\n',
    });
  });

  test('keeps a word of ours that YAML would take for its own', () => {
    const { data } = readSource(source('{{ui.advanced.metadataChoices.keep}}'), 'x.md', 'en');
    expect(data).toMatchObject({ faq: [{ a: 'Keep all: date, camera, location' }] });
  });

  test('is refused with its name and line when a reference names nothing', () => {
    expect(() => readSource(source('{{limit.fre}}'), 'pages/en/faq.md', 'en')).toThrow(
      'pages/en/faq.md:5: {{limit.fre}} names nothing: there is no fre in limit, only free, pro,',
    );
  });
});
