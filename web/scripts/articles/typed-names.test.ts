import { describe, expect, test } from 'vitest';
import { quotableMessages } from '../../src/i18n/quotable-messages.ts';
import { findTypedNames } from './typed-names.ts';

const { ui } = quotableMessages.en;

describe('a line that types', () => {
  test('a button of ours is reported with its line and the reference to write', () => {
    expect(findTypedNames(`First\nPress **${ui.list.compare}**.`, 'x.md', 'en')).toEqual([
      'x.md:2: write {{ui.list.compare}} instead of the words',
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

describe('a line passes', () => {
  test('when it refers to the words', () => {
    expect(
      findTypedNames('Press **{{ui.list.compare}}** for {{price.month}}.', 'x.md', 'en'),
    ).toEqual([]);
  });

  test('when it quotes the menu of a system that reads like ours', () => {
    expect(findTypedNames(`On Windows press **${ui.list.compare}**.`, 'x.md', 'en')).toEqual([]);
  });

  test('inside a block of code', () => {
    expect(findTypedNames(`\`\`\`\n**${ui.list.compare}**\n\`\`\``, 'x.md', 'en')).toEqual([]);
  });
});
