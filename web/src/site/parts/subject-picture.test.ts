import { expect, test } from 'vitest';
import type { Tag } from '../pages/tags.ts';
import { chooseSubjects } from './subject-picture.tsx';

test.each<[Tag[], Tag[]]>([
  [
    ['how-to', 'jpg', 'heic', 'comparison'],
    ['jpg', 'heic'],
  ],
  [
    ['iphone', 'windows', 'heic'],
    ['iphone', 'windows'],
  ],
  [
    ['comparison', 'how-to'],
    ['comparison', 'how-to'],
  ],
  [['size'], ['size']],
])('an article about %j is drawn as %j', (tags, drawn) => {
  expect(chooseSubjects(tags)).toEqual(drawn);
});
