import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// As in a build of the static edition, where this is set before anything is loaded.
beforeEach(() => {
  vi.stubEnv('SITE_EDITION', 'static');
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

async function leaveOut(content: string, data: Record<string, unknown> = {}) {
  const { leaveOutService } = await import('./without-service.ts');
  return leaveOutService({ data, content });
}

const textOf = async (content: string) => (await leaveOut(content)).content;

describe('of a text the static edition leaves out', () => {
  test.each([
    ['a limit', 'Drop them. {{limit.free}} go at once. Wait.', 'Drop them. Wait.'],
    ['a price', 'It is quick. It costs {{price.month}}.', 'It is quick.'],
    ['the plan', 'One by one. With Pro, also as a ZIP.', 'One by one.'],
    ['a link to a page that is not there', 'Try it. [Tell us](page:contact).', 'Try it.'],
    ['what is marked', 'It stays here. {{service}}Our server counts.', 'It stays here.'],
    ['a row', '| a | b |\n| - | - |\n| Pro | 1 |\n| c | 2 |', '| a | b |\n| - | - |\n| c | 2 |'],
    [
      'a table with its announcement',
      'Prices:\n\n| a |\n| - |\n| {{price.year}} |\n\nEnd.',
      'End.',
    ],
    ['an item', '1. Open.\n2. Pay {{price.year}}.\n3. Save.', '1. Open.\n3. Save.'],
    [
      'a section',
      '## A\n\nText.\n\n## {{service}}B\n\nMore.\n\n### C\n\nX.\n\n## D\n\nY.',
      '## A\n\nText.\n\n## D\n\nY.',
    ],
    ['a heading of nothing', '## A\n\nPay {{price.year}}.\n\n## B\n\nText.', '## B\n\nText.'],
  ])('%s', async (_, given, left) => {
    expect(await textOf(given)).toBe(left);
  });

  test.each([
    'The iPhone 16 Pro and the MacBook Pro have it.',
    'Zum Beispiel z. B. Fotos, d. h. Bilder. [HEIC](page:heic-to-jpg) geht.',
    '```figure\ndata: speed\n\nkind: table\n```',
    '## ProRAW on the Pro\n\nThe Pro models write it.',
  ])('nothing of: %s', async (text) => {
    expect(await textOf(text)).toBe(text);
  });

  test('questions, and a group’s name when nothing of it is left', async () => {
    const faq = [
      { group: 'Use', q: 'How many?', a: '{{limit.free}} for free.' },
      { q: 'Which?', a: 'All. Pro has more.' },
      { q: 'How often?', a: '{{limit.free}} at once. As often as you like.' },
      { group: 'Pro', q: 'How much?', a: 'Little.' },
      { q: 'How do I leave?', a: 'By a button.' },
    ];
    const { data } = await leaveOut('', { faq });
    expect(data['faq']).toEqual([{ group: 'Use', q: 'Which?', a: 'All.' }]);
  });

  test('facts and parts of steps, ledes and descriptions', async () => {
    const { data } = await leaveOut('', {
      title: 'T',
      description: 'It converts. Free for {{limit.free}} files.',
      facts: [
        { name: 'At once', value: '{{limit.free}}, {{limit.pro}} with Pro' },
        { name: 'Made', value: 'JPG' },
      ],
      steps: [{ title: 'Save', text: 'One by one. With Pro as a ZIP.' }],
    });
    expect(data).toEqual({
      title: 'T',
      description: 'It converts.',
      facts: [{ name: 'Made', value: 'JPG' }],
      steps: [{ title: 'Save', text: 'One by one.' }],
    });
  });
});
