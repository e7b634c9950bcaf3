import { expect, test } from 'vitest';
import { defaultOptions } from '../tools.ts';
import { allowed, setUpConversion, settle } from './controlled-conversion.ts';
import { type ConversionParts, createConversion } from './conversion.ts';

test('lets the engine go when the page leaves, and starts anew with what comes after', async () => {
  const { add, conversion, released, find } = setUpConversion();
  conversion.dispose();
  expect(released()).toBe(1);
  await add('a');
  await settle();
  expect(find('a')?.dimensions).not.toBeNull();
});

test('tells the first who listens what has happened before', async () => {
  const { conversion, add } = setUpConversion();
  const silent = createConversion('convert', defaultOptions('convert'), {
    askLimits: async () => allowed,
    inspect: async () => null,
    ahead: { want() {} },
  } as unknown as ConversionParts);
  await silent.add([new File(['x'], 'a')]);
  const heard: string[] = [];
  silent.listen(({ kind }) => heard.push(kind));
  expect(heard).toEqual(['added']);
  await add('a');
  const late: string[] = [];
  conversion.listen(({ kind }) => late.push(kind));
  expect(late).toEqual([]);
});
