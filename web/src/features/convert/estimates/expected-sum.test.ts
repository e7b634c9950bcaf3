import { expect, test } from 'vitest';
import { type ExpectedPhoto, sumExpected } from './expected-sum.ts';

const photo = (part: Partial<ExpectedPhoto> = {}): ExpectedPhoto => ({
  bytesIn: 1000,
  measured: null,
  quality: 100,
  isLossy: true,
  ...part,
});

test('is the rule of thumb while nothing is measured', () => {
  expect(sumExpected([photo(), photo()])).toEqual({ bytes: 1000, isMeasured: false });
});

test('goes by the neighbors that are measured, and by all of them at last', () => {
  const measured = photo({ measured: 200 });
  expect(sumExpected([measured, photo()])).toEqual({ bytes: 400, isMeasured: false });
  expect(sumExpected([measured, measured])).toEqual({ bytes: 400, isMeasured: true });
});

test('is not known of what is without loss, which the rule is not for, until it is measured', () => {
  const lossless = photo({ isLossy: false });
  const measured = photo({ isLossy: false, measured: 5000 });
  expect(sumExpected([lossless])).toEqual({ bytes: null, isMeasured: false });
  expect(sumExpected([photo({ measured: 200 }), lossless]).bytes).toBeNull();
  expect(sumExpected([measured, lossless])).toEqual({ bytes: 10_000, isMeasured: false });
  expect(sumExpected([measured, photo()])).toEqual({ bytes: 5500, isMeasured: false });
});
