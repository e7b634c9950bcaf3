import { maxFileBytes, maxFiles } from '@stillpix/contract/limits';
import { moneyBackDays } from '@stillpix/contract/plans';
import { describe, expect, test } from 'vitest';
import { maxArchiveEntries } from '../../src/features/convert/intake/archive/read-archive.ts';
import { sitePrices } from '../../src/i18n/money.ts';
import { languages, type Language } from '../../src/site/pages/language.ts';
import { qualityPresets, qualityRange, startQuality } from '../../src/site/pages/presets.ts';
import { readMessages } from './read-messages.ts';

// Browsers put a no-break space between number and sign; here a space is a space.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function readAll(language: Language): Promise<{ file: string; line: string }[]> {
  const files = await readMessages(language);
  return files.flatMap(({ file, words }) =>
    plain(words)
      .split('\n')
      .map((line) => ({ file, line })),
  );
}

/** Everything in the messages that a pattern finds and that is not one of the known values. */
async function findUnknown(language: Language, pattern: RegExp, known: readonly string[]) {
  const lines = await readAll(language);
  return lines.flatMap(({ file, line }) =>
    [...line.matchAll(pattern)]
      .map((match) => match[1] ?? match[0])
      .filter((value) => !known.includes(value.trim()))
      .map((value) => `${file}: “${value}” in “${line}”`),
  );
}

describe.each([...languages])('the messages in %s name no figure of ours wrongly:', (language) => {
  test('prices', async () => {
    // They come from the price list, in the currency of the operator: none is typed.
    const money = /(?:US)?\$ ?\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)? (?:US)?\$/g;
    expect(await findUnknown(language, money, [])).toEqual([]);
  });

  test('shares of a price', async () => {
    const { firstSavingPercent } = sitePrices(language);
    expect(await findUnknown(language, /(?<![{\d])\d{2} ?%/g, [plain(firstSavingPercent)])).toEqual(
      [],
    );
  });

  test('files at once', async () => {
    const known = [maxFiles.free, maxFiles.pro, maxArchiveEntries].map(String);
    const files = /(?<![\d×.,-])(\d+) (?:files|photos|archivos|fotos|arquivos|Dateien|Fotos)/gi;
    expect(await findUnknown(language, files, known)).toEqual([]);
  });

  test('the size of a file', async () => {
    const known = [String(maxFileBytes / 2 ** 20)];
    expect(await findUnknown(language, /(?<![\d.,])(\d{1,2}) ?MB/g, known)).toEqual([]);
  });

  test('qualities', async () => {
    const { min, max } = qualityRange;
    const range =
      /(?:[Qq]ualit(?:y|ät)|[Cc]alidad|[Qq]ualidade|slider|deslizante|[Rr]egler|controle?)[^.]{0,20}?(\d+ (?:to|a|bis) \d+)/g;
    const known = ['to', 'a', 'bis'].map((word) => `${min} ${word} ${max}`);
    expect(await findUnknown(language, range, known)).toEqual([]);
    const lowest = /(?:never below|por debajo de|abaixo de|nie unter) (\d+)/g;
    expect(await findUnknown(language, lowest, [String(min)])).toEqual([]);
    const presets = [...Object.values(qualityPresets), ...Object.values(startQuality)].map(String);
    expect(
      await findUnknown(language, /(?:presets|niveles|níveis|Stufen) (\d+)/g, presets),
    ).toEqual([]);
  });

  test('the days of the money-back promise', async () => {
    const back =
      /(\d+)[ -](?:days?|días|dias|Tagen?)(?=[^.]*(?:money|refund|back|garant|reembols|devol|zurück|dinero|dinheiro))/gi;
    expect(await findUnknown(language, back, [String(moneyBackDays)])).toEqual([]);
  });
});
