import { describe, expect, test } from 'vitest';
import { defaultFlags, type Flag, flagKeys, isFlagOn, rolloutBucket } from './flags.ts';

const flag: Flag = {
  key: 'telemetry',
  name: 'x',
  description: 'x',
  reserved: false,
  enabled: true,
  rolloutPercentage: 100,
  conditions: {},
};
const visitor = { browser: 50, plan: 'free', language: 'de', version: '1.10.0' } as const;

describe('a flag', () => {
  const browsers = Array.from({ length: 10_000 }, (_, index) => index * 99_991);

  test('is on for as many browsers as it is rolled out to', () => {
    for (const rolloutPercentage of [0, 1, 25, 50, 99, 100]) {
      const on = browsers.filter((browser) =>
        isFlagOn({ ...flag, rolloutPercentage }, { ...visitor, browser }),
      );
      expect(Math.abs(on.length / 100 - rolloutPercentage)).toBeLessThan(2);
    }
  });

  test('is rolled out to other browsers than another flag', () => {
    const isIn = (browser: number, key: Flag['key']) => rolloutBucket(browser, key) < 50;
    const both = browsers.filter((one) => isIn(one, 'telemetry') && isIn(one, 'ab_test'));
    expect(Math.abs(both.length / 100 - 25)).toBeLessThan(2);
  });

  test('stays on for a browser when it is rolled out further', () => {
    const bucket = rolloutBucket(123_456, 'telemetry');
    expect(rolloutBucket(123_456, 'telemetry')).toBe(bucket);
    const on = (rolloutPercentage: number) =>
      isFlagOn({ ...flag, rolloutPercentage }, { ...visitor, browser: 123_456 });
    expect([on(bucket), on(bucket + 1), on(100)]).toEqual([false, true, true]);
  });

  test('is on for a browser without storage only when it is on for all', () => {
    const on = (rolloutPercentage: number) =>
      isFlagOn({ ...flag, rolloutPercentage }, { ...visitor, browser: null });
    expect([on(99), on(100)]).toEqual([false, true]);
  });

  test('that is off is off for all', () => {
    expect(isFlagOn({ ...flag, enabled: false }, visitor)).toBe(false);
  });

  test.each([
    [{ userType: 'all' }, true],
    [{ userType: 'free' }, true],
    [{ userType: 'pro' }, false],
    [{ languages: ['de', 'es'] }, true],
    [{ languages: ['en'] }, false],
    [{ minVersion: '1.9.0' }, true],
    [{ minVersion: '1.10.1' }, false],
  ] as const)('with the condition %o is on: %s', (conditions, on) => {
    expect(isFlagOn({ ...flag, conditions: conditions as Flag['conditions'] }, visitor)).toBe(on);
  });
});

test('the flags as shipped are the specified ones: four on for all, nine off', () => {
  expect(defaultFlags.map(({ key }) => key)).toEqual([...flagKeys]);
  const on = defaultFlags.filter(({ enabled }) => enabled);
  expect(on.map(({ rolloutPercentage }) => rolloutPercentage)).toEqual([100, 100, 100, 100]);
  for (const { enabled, rolloutPercentage } of defaultFlags.slice(4)) {
    expect({ enabled, rolloutPercentage }).toEqual({ enabled: false, rolloutPercentage: 0 });
  }
});
