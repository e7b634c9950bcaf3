import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isWhole } from './whole-files.ts';

test('tells what was cut off from what is whole', async () => {
  const picture = await readFile(new URL('../engine/fixtures/drawing.png', import.meta.url));
  expect(isWhole('a.png', picture)).toBe(true);
  expect(isWhole('a.png', picture.subarray(0, picture.length - 20))).toBe(false);
  expect(isWhole('a.html', Buffer.from('<html><body>A page</body></html>\n'))).toBe(true);
  expect(isWhole('a.html', Buffer.from('<html><body>A pa'))).toBe(false);
});
