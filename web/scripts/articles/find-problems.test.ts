import { describe, expect, test } from 'vitest';
import {
  findHeadingProblems,
  findImageProblems,
  findProblems,
  findTypedResults,
  sharedPart,
} from './find-problems.ts';
import { readArticle } from './read-articles.ts';

const sentences = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => `Word${index * seed} goes past gate${index + seed}.`);

function article(id: string, body: string, front = '') {
  const source = `---
id: ${id}
title: A title for ${id} that is long enough
description: A description for ${id} that is long enough to be of use in a list of search results.
date: 2026-11-21
tags: [heic]
author: Stillpix
${front}---

${body}`;
  return readArticle(source, 'en', `content/blog/en/${id}.md`);
}

const links = (...ids: string[]) =>
  `${ids.map((id) => `[${id}](article:${id})`).join(' ')} [tool](page:heic-to-jpg)`;

function threeGoodArticles() {
  const badge = 'featured: new\n';
  return [
    article('first', [...sentences(200, 3), links('second', 'third')].join(' '), badge),
    article('second', [...sentences(200, 5), links('first', 'third')].join(' '), badge),
    article('third', [...sentences(200, 7), links('first', 'second')].join(' '), badge),
  ];
}

describe('the articles of a language', () => {
  test('pass when they are long enough, linked and different', () => {
    expect(findProblems(threeGoodArticles())).toEqual([]);
  });

  test('are told of a link that leads nowhere, with the file', () => {
    const [first, ...others] = threeGoodArticles();
    const wrong = { ...first!, markdown: `${first!.markdown} [gone](article:gone)` };
    expect(findProblems([wrong, ...others])).toEqual([
      'content/blog/en/first.md: there is no article gone in en',
    ]);
  });

  test('are told of a figure or picture that is not there', () => {
    const [first, ...others] = threeGoodArticles();
    const figure =
      '\n\n```figure\ndata: none\nkind: table\ncaption: x\nlabel: a\nvalues: [b]\n```\n';
    const wrong = { ...first!, markdown: `${first!.markdown}${figure}\n![A view](en/none.png)` };
    expect(findProblems([wrong, ...others])).toEqual([
      'content/blog/en/first.md: content/data/none.json does not exist',
      'content/blog/en/first.md: content/images/en/none.png does not exist',
    ]);
  });

  test('are told of headings out of order, a picture without words, and HTML, which could load a script', () => {
    const [first, second, third] = threeGoodArticles();
    const add = <T extends { markdown: string }>(to: T, markdown: string) => ({
      ...to,
      markdown: `${to.markdown}\n\n${markdown}`,
    });
    expect(
      findProblems([
        add(first!, '## A part\n\n#### Too deep'),
        add(second!, '![](en/drop-zone.webp)'),
        add(third!, '<script src="https://example.org/a.js"></script>'),
      ]).filter((problem) => !problem.includes('links to')),
    ).toEqual([
      'content/blog/en/first.md: a heading of level 4 follows level 2',
      'content/blog/en/second.md: The image en/drop-zone.webp has no alternative text',
      'content/blog/en/third.md: HTML in Markdown: <script src="https://example.org/a.js"></script>',
    ]);
  });

  test('are told when one is short, lonely or says what another says', () => {
    const [first, second, third] = threeGoodArticles();
    const short = article('fourth', `Too short. ${links('first', 'second')}`);
    const copy = { ...third!, body: second!.body };
    expect(findProblems([first!, second!, copy, short])).toEqual([
      'content/blog/en/fourth.md: has 5 words; 700 to 2000 are wanted',
      'content/blog/en/fourth.md: no other article links to it',
      'content/blog/en/second.md: shares 100 % of its text with content/blog/en/third.md',
    ]);
  });

  test('are told when two want the same address', () => {
    const [first, ...others] = threeGoodArticles();
    expect(findProblems([{ ...first!, aliases: ['second'] }, ...others])).toEqual([
      'content/blog/en/first.md: the alias second is taken',
    ]);
  });
});

test('a heading that skips a level, a double anchor and a dead one are found', () => {
  const html = '<h2 id="a">A</h2><h4>B</h4><h2 id="a">C</h2><a href="#b">b</a>';
  expect(findHeadingProblems(html)).toEqual([
    'a heading of level 4 follows level 2',
    'two headings have the anchor #a',
    'no heading has the anchor #b',
  ]);
});

test('an image without words or size is found', () => {
  expect(findImageProblems('<img src="a.png" alt="" width="3" height="2">')).toHaveLength(1);
  expect(findImageProblems('<img src="a.png" alt="A view" width="3" height="2">')).toEqual([]);
});

test('a result typed into a caption is found; one that the data file holds is not', () => {
  const caption = (words: string) => `\`\`\`figure\ndata: target-size\ncaption: ${words}\n\`\`\``;
  expect(findTypedResults(caption('Below 200 kB, quality 85, 12 megapixels.'))).toEqual([]);
  expect(findTypedResults(caption('It saves 37 % and has 41.3 dB.'))).toEqual([
    'the caption says 37 %, which target-size.json does not hold',
    'the caption says 41.3 dB, which target-size.json does not hold',
  ]);
});

test('half a text taken over counts as half', () => {
  const [own, taken] = [sentences(100, 3).join(' '), sentences(100, 5).join(' ')];
  expect(sharedPart(own, `${own} ${taken}`)).toBeCloseTo(1, 1);
  expect(sharedPart(`${own} ${taken}`, `${sentences(100, 7).join(' ')} ${taken}`)).toBeCloseTo(
    0.5,
    1,
  );
  expect(sharedPart(own, taken)).toBeLessThan(0.05);
});
