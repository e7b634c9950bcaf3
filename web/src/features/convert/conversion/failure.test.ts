import { EngineError, engineErrorCodes } from '@stillpix/engine';
import { inputExtensions } from '@stillpix/engine/facts';
import { describe, expect, test } from 'vitest';
import { workspace as de } from '../../../i18n/de/workspace.ts';
import { workspace as en } from '../../../i18n/en/workspace.ts';
import { workspace as es } from '../../../i18n/es/workspace.ts';
import { workspace as pt } from '../../../i18n/pt/workspace.ts';
import { explainFailure } from '../photos/failure-words.ts';
import { toFailure } from './failure.ts';

describe('what is kept of an error', () => {
  test('is its code, the missing feature and the engine’s words', () => {
    const error = new EngineError('unsupported-feature', 'No decoder', { feature: 'vvc-item' });
    expect(toFailure(error)).toEqual({
      code: 'unsupported-feature',
      feature: 'vvc-item',
      detail: 'No decoder',
    });
  });

  test('is the size that would work, too', () => {
    const fits = { width: 8339, height: 11_119 };
    expect(toFailure(new EngineError('out-of-memory', 'Too much', { fits }))).toEqual({
      code: 'out-of-memory',
      feature: null,
      detail: 'Too much',
      fits,
    });
  });

  test.each(engineErrorCodes)('knows the engine’s code %s', (code) => {
    expect(toFailure(new EngineError(code, 'x')).code).toBe(code);
  });

  test('counts anything without a code of the list as a fault of ours', () => {
    expect(toFailure(new Error('oops')).code).toBe('internal-error');
    expect(toFailure(Object.assign(new Error('oops'), { code: 'ENOENT' })).code).toBe(
      'internal-error',
    );
    expect(toFailure('oops')).toMatchObject({ code: 'internal-error', detail: 'oops' });
  });
});

const named = (code: (typeof engineErrorCodes)[number]) => ({
  code,
  feature: null,
  detail: 'at byte 7',
});

describe('the words for a failure', () => {
  test.each(Object.entries({ en, es, pt, de }))(
    'exist for every code in %s, and say what can be done',
    (_, words) => {
      for (const code of engineErrorCodes) {
        const { title, hint } = explainFailure(words, named(code), 'a.png');
        expect(title.length).toBeGreaterThan(5);
        expect(hint.length).toBeGreaterThan(15);
        expect(hint).not.toBe(title);
      }
    },
  );

  test.each(Object.entries({ en, es, pt, de }))('name a size that works in %s', (_, words) => {
    for (const code of ['too-large', 'out-of-memory'] as const) {
      const failure = { ...named(code), fits: { width: 8339, height: 11_119 } };
      const { hint } = explainFailure(words, failure, 'a.heic');
      expect(hint).toContain('8339 × 11119');
    }
  });

  test('say of HEIC files what is wrong with them', () => {
    const title = (code: (typeof engineErrorCodes)[number]) =>
      explainFailure(en, named(code), 'IMG_1.HEIC').title;
    expect(title('corrupt-file')).toBe('Invalid or corrupted HEIC file');
    expect(title('unsupported-feature')).toBe('This HEIC variant is not supported');
    expect(title('out-of-memory')).toBe('File too large - insufficient memory');
    expect(title('encode-failed')).toBe('Failed to convert HEIC file "IMG_1.HEIC"');
    expect(explainFailure(en, named('corrupt-file'), 'a.heif').detail).toBe(
      'HEIC decode error: at byte 7',
    );
  });

  test.each(inputExtensions.heic)('know a HEIC file by .%s', (extension) => {
    const { title } = explainFailure(en, named('corrupt-file'), `a.${extension}`);
    expect(title).toBe('Invalid or corrupted HEIC file');
  });

  test('say of other files what is wrong with them', () => {
    const title = (code: (typeof engineErrorCodes)[number]) =>
      explainFailure(en, named(code), 'a.webp').title;
    expect(title('corrupt-file')).toBe('Failed to load image');
    expect(title('encode-failed')).toBe('Failed to convert image');
    expect(title('timed-out')).toBe('Conversion failed');
    expect(title('unsupported-format')).toBe('Unsupported file format');
  });
});
