import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { startTarget, type Target } from './target.ts';

let target: Target;

describe('the running product holds against', () => {
  beforeAll(async () => {
    target = await startTarget();
  });
  afterAll(() => target.end());

  test.each(attacks)('$name', async ({ run }) => {
    expect(await run(target)).not.toBe('');
  });
});
