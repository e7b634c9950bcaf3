import { expect, test } from 'vitest';
import { formatAssembly } from './format-assembly.ts';

test('engine/assembly is formatted and linted like the rest; `npm run format` does the first', async () => {
  expect(await formatAssembly(false)).toEqual([]);
});
