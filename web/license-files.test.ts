import { expect, test } from 'vitest';
import { describePackage, readShippedPackages } from './license-files.ts';

const shipped = readShippedPackages();

test.each(shipped)('$name is passed on with its license and where its source is', (one) => {
  const text = describePackage(one);
  expect(text).toMatch(/^Source: https:\/\/\S+$/m);
  expect(text).toMatch(
    /permission|Apache License|GNU|SIL OPEN FONT LICENSE|redistribution|Copyright/i,
  );
  expect(text.length).toBeGreaterThan(400);
});

test('libheif comes with the texts of both licenses and the address of its source', () => {
  const libheif = shipped.find(({ name }) => name === 'libheif-js');
  const text = libheif === undefined ? '' : describePackage(libheif);
  expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(text).toMatch(/GNU GENERAL PUBLIC LICENSE\s+Version 3/);
  expect(text).toContain('https://github.com/strukturag/libheif');
  expect(text).toContain('https://github.com/strukturag/libde265');
});
