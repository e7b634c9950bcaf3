import { expect, test } from 'vitest';
import { parseArticle } from './article-front-matter.ts';

const front = {
  id: 'a-good-key',
  title: 'A title of a fitting length',
  description:
    'A description that is long enough to be of use in a list of results, and not too long.',
  date: '2026-11-21',
  tags: '[heic, quality]',
  author: 'Stillpix',
};

function article(changes: Record<string, string> = {}): string {
  const lines = Object.entries({ ...front, ...changes }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\nFirst paragraph.\n`;
}

test('an article takes its slug from its file and its day as written', () => {
  const parsed = parseArticle(article(), 'content/blog/en/my-article.md');
  expect(parsed).toMatchObject({
    slug: 'my-article',
    date: '2026-11-21',
    tags: ['heic', 'quality'],
    aliases: [],
  });
  expect(parsed.markdown.trim()).toBe('First paragraph.');
});

test('a mistake in the front matter names the file and the field', () => {
  expect(() => parseArticle(article({ tags: '[nonsense]' }), 'content/blog/en/x.md')).toThrow(
    /content\/blog\/en\/x\.md[\s\S]*tags/,
  );
  expect(() => parseArticle(article({ description: 'short' }), 'blog/en/x.md')).toThrow(
    /description/,
  );
  expect(() => parseArticle(article({ flavor: 'red' }), 'blog/en/x.md')).toThrow(/flavor/);
});

test('a slug with capitals or spaces is refused', () => {
  expect(() => parseArticle(article(), 'content/blog/en/My Article.md')).toThrow(/slug/);
});
