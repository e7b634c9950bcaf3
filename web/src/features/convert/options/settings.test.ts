import { constant, json, oneof, sample, string } from 'fast-check';
import { expect, test } from 'vitest';
import { readSettings, rememberSettings } from './settings.ts';
import { defaultOptions } from '../tools.ts';

function storageWith(text: string | null) {
  return { getItem: () => text };
}

test('gives back what was remembered, for each tool by itself', () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  const options = {
    ...defaultOptions('resize-crop'),
    quality: 70,
    output: 'webp',
    metadata: 'strip',
    width: 800,
    height: 600,
    keepAspectRatio: false,
    targetKilobytes: 250,
    background: '#102030',
  } as const;
  rememberSettings(storage, 'resize-crop', options);
  expect(readSettings(storage, 'resize-crop')).toEqual(options);
  expect(readSettings(storage, 'convert')).toEqual(defaultOptions('convert'));
});

test('falls back field by field where the memory makes no sense', () => {
  const damaged = JSON.stringify({
    quality: 30,
    metadata: 'some',
    background: 'red',
    color: 'srgb',
  });
  expect(readSettings(storageWith(damaged), 'convert')).toEqual({
    ...defaultOptions('convert'),
    color: 'srgb',
  });
});

test('keeps the output that a tool stands for', () => {
  expect(readSettings(storageWith('{"output":"webp"}'), 'convert').output).toBe('jpeg');
});

test('forgets sizes of pictures where the page is not about them', () => {
  const { width, cropWidth } = readSettings(storageWith('{"width":800,"cropWidth":5}'), 'convert');
  expect([width, cropWidth]).toEqual([null, null]);
});

test('makes usable options of anything that may stand in storage', () => {
  const texts = sample(oneof(string(), json(), constant(null)), 300);
  for (const text of texts) {
    const { quality, width } = readSettings(storageWith(text), 'resize-crop');
    expect(quality).toBe(Math.min(100, Math.max(50, quality)));
    expect(width === null || width >= 1).toBe(true);
  }
});
