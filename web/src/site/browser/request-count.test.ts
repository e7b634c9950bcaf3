import { expect, test } from 'vitest';
import { countRequests } from './request-count.ts';

function entry(name: string, initiatorType: string): PerformanceEntry {
  return Object.assign(
    { name, entryType: 'resource', startTime: 0, duration: 1, toJSON: () => ({}) },
    { initiatorType },
  );
}

test('requests that can carry data are counted, and those to other servers apart', () => {
  const entries = [
    entry('https://here.example/api/flags', 'fetch'),
    entry('https://there.example/collect', 'beacon'),
    entry('https://here.example/font.woff2', 'css'),
  ];
  expect(countRequests(entries, 'https://here.example')).toEqual({ all: 2, elsewhere: 1 });
});
