import { describe, expect, test } from 'vitest';
import { quotableMessages } from '../../src/i18n/quotable-messages.ts';
import { findTypedNames } from './typed-names.ts';

const { ui } = quotableMessages.en;

describe('a line that types', () => {
  test('a button of ours is reported with its line and the reference to write', () => {
    expect(findTypedNames(`First\nPress **${ui.advanced.title}**.`, 'x.md', 'en')).toEqual([
      'x.md:2: write {{ui.advanced.title}} instead of the words',
    ]);
  });

  test('a name that nothing else has is reported without quotation marks too', () => {
    expect(findTypedNames(`under ${ui.advanced.target} type 200`, 'x.md', 'en')).toHaveLength(1);
  });

  test('one of our prices is reported, with a point or a comma', () => {
    expect(findTypedNames('costs 4.99 a month', 'x.md', 'en')).toHaveLength(1);
    expect(findTypedNames('cuesta 2,49', 'x.md', 'es')).toHaveLength(1);
  });
});

describe('a line that types a figure of ours', () => {
  test.each([
    ['en', 'Convert five at a time for free.', '{{limit.free}}'],
    ['es', 'Convierte cinco a la vez gratis, veinte con Pro.', '{{limit.pro}}'],
    ['pt', 'São 20 por rodada.', '{{limit.pro}}'],
    ['de', 'Fünf auf einmal sind frei.', '{{limit.free}}'],
    ['de', '| 1 bis 5 | Stillpix |', '{{limit.free}}'],
    ['en', 'Our default is 92.', '{{quality.default}}'],
    ['pt', 'O padrão, 92, serve.', '{{quality.default}}'],
    ['es', 'nunca por debajo de 50, porque', '{{quality.min}}'],
    ['de', 'den Regler von 50 bis 100', '{{quality.min}}'],
    ['en', '**{{ui.quality.presets.balanced}}**, which is 85', '{{quality.…}}'],
    ['pt', '**{{ui.resize.presetNames.large}}** é 1200 × 900', '{{size.…}}'],
  ] as const)('%s: %s', (language, line, reference) => {
    expect(findTypedNames(line, 'x.md', language).join()).toContain(reference);
  });

  test('the number of a preset beside its name is reported', () => {
    const { small } = quotableMessages.de.ui.quality.presets;
    expect(findTypedNames(`Stufen ${small} 70 und mehr`, 'x.md', 'de')).toHaveLength(1);
  });
});

describe('a line that types a name in another form', () => {
  test('a button that takes a count is reported with the count', () => {
    expect(findTypedNames(`Press **${ui.actions.downloadAll(5)}**.`, 'x.md', 'en')).toEqual([
      'x.md:1: write {{ui.actions.downloadAll(5)}} instead of the words',
    ]);
  });

  test('a choice is recognized by what stands before its colon', () => {
    expect(findTypedNames('Leave it at “Keep all”.', 'x.md', 'en')).toEqual([
      'x.md:1: write {{ui.advanced.metadataChoices.keep}} instead of the words',
    ]);
  });

  test('what a picture shows of our screens is reported without quotation marks', () => {
    const line = `![The list with ${ui.actions.zip} beside it](en/converted.webp)`;
    expect(findTypedNames(line, 'x.md', 'en')).toHaveLength(1);
    expect(findTypedNames(`Sites have a button for ${ui.actions.zip}.`, 'x.md', 'en')).toEqual([]);
  });
});

describe('a line passes', () => {
  test('when it refers to the words', () => {
    expect(
      findTypedNames('Press **{{ui.list.download}}** for {{price.month}}.', 'x.md', 'en'),
    ).toEqual([]);
  });

  test('when it quotes the menu of a system that reads like ours', () => {
    expect(findTypedNames(`On Windows press **${ui.list.download}**.`, 'x.md', 'en')).toEqual([]);
  });

  test('when the number means something else', () => {
    for (const line of [
      'Use 92 or more for prints.',
      'At 50, JPG shows blocks.',
      'A measurement from quality 50 to 100.',
      'Five checks for any converter',
    ])
      expect(findTypedNames(line, 'x.md', 'en'), line).toEqual([]);
  });

  test('inside a block of code', () => {
    expect(findTypedNames(`\`\`\`\n**${ui.list.download}**\n\`\`\``, 'x.md', 'en')).toEqual([]);
  });
});
