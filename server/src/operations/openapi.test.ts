import { createConfig, lintFromString } from '@redocly/openapi-core';
import { endpoints } from '@stillpix/contract';
import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

const description = describeApi('https://stillpix.example');

test('a linter of another maker finds nothing wrong with the description of the API', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Answers without a single error of the caller's own, such as the health of the server.
    rules: { 'operation-4xx-response': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('every call of the contract is described, under each of its paths', () => {
  const paths = description['paths'] as Record<string, Record<string, unknown>>;
  for (const endpoint of Object.values(endpoints)) {
    const aliases = 'aliases' in endpoint ? endpoint.aliases : [];
    for (const path of [endpoint.path, ...aliases]) {
      expect(paths[path]).toHaveProperty(endpoint.method);
    }
  }
});
