import { describe, expect, test } from 'vitest';
import { defaultFlags, type Flag, flagKeys, isFlagOn } from './flags.ts';

const flag: Flag = {
  key: 'telemetry',
  name: 'x',
  description: 'x',
  enabled: true,
  rolloutPercentage: 100,
  conditions: {},
};
const visitor = { bucket: 50, plan: 'free', language: 'de', version: '1.10.0' } as const;

describe('a flag', () => {
  test('follows the visitor’s bucket', () => {
    const on = (rolloutPercentage: number, bucket: number) =>
      isFlagOn({ ...flag, rolloutPercentage }, { ...visitor, bucket });
    expect(on(0, 0)).toBe(false);
    expect(on(50, 49)).toBe(true);
    expect(on(50, 50)).toBe(false);
    expect(on(100, 99)).toBe(true);
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
