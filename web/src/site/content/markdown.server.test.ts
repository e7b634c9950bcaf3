import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.server.ts';

test('gives headings that read alike ids of their own, the first as it is linked to', () => {
  const source = '## Sizes\n\n### `thumbnail`\n\n### Thumbnail\n\n### Thumbnail 2\n\n## Sizes';
  const { html, headings } = renderMarkdown(source);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['sizes', 'thumbnail', 'thumbnail-2', 'thumbnail-2-2', 'sizes-2']);
  expect(headings).toEqual([
    { id: 'sizes', text: 'Sizes' },
    { id: 'sizes-2', text: 'Sizes' },
  ]);
});
