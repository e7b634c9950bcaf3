import { expect, test } from 'vitest';
import { formatExposure, formatPlace } from './photo-facts.ts';

const nothing = {
  time: null,
  aperture: null,
  sensitivity: null,
  focalLength: null,
  focalLengthIn35mm: null,
};

test('says an exposure as photographers do', () => {
  const exposure = {
    time: 1 / 250,
    aperture: 1.78,
    sensitivity: 400,
    focalLength: 6.5,
    focalLengthIn35mm: 26,
  };
  expect(formatExposure(exposure, 'en')).toBe(
    '1/250 s · f/1.8 · ISO 400 · 6.5\u00a0mm\u00a0(26\u00a0mm)',
  );
  expect(formatExposure(exposure, 'de')).toBe(
    '1/250 s · f/1,8 · ISO 400 · 6,5\u00a0mm\u00a0(26\u00a0mm)',
  );
});

test('leaves out what is not known, and says a length once', () => {
  const lens = { ...nothing, time: 2.5, focalLength: 50, focalLengthIn35mm: 50 };
  expect(formatExposure(lens, 'en')).toBe('2.5 s · 50\u00a0mm');
});

test('gives a place as numbers', () => {
  const place = { latitude: -34.51, longitude: 16.37, altitude: 171.4 };
  expect(formatPlace(place, 'en')).toBe('-34.51000° / 16.37000° / 171\u00a0m');
  expect(formatPlace({ ...place, altitude: null }, 'de')).toBe('-34,51000° / 16,37000°');
});
