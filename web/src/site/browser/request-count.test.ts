import { expect, test } from 'vitest';
import { countRequests } from './request-count.ts';

const here = 'https://here.example';

test('requests are counted by what they are for', () => {
  const { byKind, unexplained } = countRequests(
    [
      { url: `${here}/assets/workspace-1.js`, initiator: 'script' },
      { url: `${here}/assets/hevc-1.wasm`, initiator: 'fetch' },
      { url: `${here}/font.woff2`, initiator: 'css' },
      { url: `${here}/api/flags?x=1`, initiator: 'fetch' },
      { url: 'https://there.example/collect', initiator: 'beacon' },
      { url: 'blob:https://here.example/1', initiator: 'img' },
    ],
    here,
  );
  expect(byKind).toEqual({ code: 2, look: 1, api: 1, other: 0, elsewhere: 1 });
  expect(unexplained).toBe(0);
});

test('what can carry data and is for nothing known is told apart', () => {
  const { byKind, unexplained } = countRequests(
    [
      { url: `${here}/about`, initiator: 'link' },
      { url: `${here}/collect`, initiator: 'beacon' },
    ],
    here,
  );
  expect(byKind.other).toBe(2);
  expect(unexplained).toBe(1);
});
