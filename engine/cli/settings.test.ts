import { describe, expect, test } from 'vitest';
import { drawBar } from './report.ts';
import { writeCompletion } from './completion.ts';
import { writeHelp, writeManual } from './help.ts';
import { optionList } from './options.ts';
import { readArguments, readSettings, UsageError } from './settings.ts';
import { isInShard } from './shard.ts';

const read = (...args: string[]) => readSettings(readArguments(args));

describe('what is typed', () => {
  test('becomes options of the engine', () => {
    const typed = ['a.heic', '--to', 'webp', '-q', '80', '--max-size', '1.5M', '--resize', '1920x'];
    expect(read(...typed, '--strip-location', '--no-hdr', '--rotate', '90').convert).toEqual({
      format: 'webp',
      quality: 80,
      targetBytes: 1_500_000,
      resize: { width: 1920 },
      metadata: 'without-location',
      hdr: 'leave-out',
      rotate: 90,
    });
    const cut = read('a', '--crop', '8x6+1+2', '--resize', 'x9', '--resize-mode', 'fill').convert;
    expect(cut.crop).toEqual({ x: 1, y: 2, width: 8, height: 6 });
    expect(cut.resize).toEqual({ height: 9, mode: 'fill' });
  });

  test('takes names of pictures once that are given twice', () => {
    const twice = read('a', '--also', 'depth-map,right-eye,depth-map').convert;
    expect(twice).toEqual(read('a', '--also', 'right-eye,depth-map').convert);
    expect(() => read('a', '--also', 'depth-map,moon')).toThrow('--also depth-map,moon: name ');
  });

  test('takes the format from the name of the result, JPG otherwise', () => {
    expect(read('a.heic', '-o', 'b.png').format).toBe('png');
    expect(read('a.heic', '-o', 'b.png', '--to', 'jpeg').format).toBe('jpeg');
    expect(read('a.heic').format).toBe('jpeg');
  });

  test.each([
    [[], 'Name photos or folders, or - for standard input.'],
    [['a', '-q', '30'], '--quality 30: write it like 92, from 50 to 100.'],
    [['a', '--max-size', 'small'], '--max-size small: write it like 500k or 2M.'],
    [['a', '--resize', 'x'], '--resize x: write it like 1920x, x1080 or 1920x1080.'],
    [['a', '--resize', '0x0'], '--resize 0x0: write it like 1920x, x1080 or 1920x1080.'],
    [['a', '--resize', '70000x'], '--resize 70000x: write it like 1920x, x1080 or 1920x1080.'],
    [['a', '--crop', '0x5+1+1'], '--crop 0x5+1+1: write it like 800x600+10+20.'],
    [['a', '--to', 'tiff'], '--to tiff: choose one of jpg, png, webp.'],
    [['a', '--shard', '9/8'], '--shard 9/8: write it like 3/8, from 1/8 to 8/8.'],
    [['a', '--background', 'red'], '--background red: write it like #ffffff.'],
    [['a', '--nonsense'], "Unknown option '--nonsense'."],
    [['a', 'b', '-o', '-'], 'Standard output takes one photo only.'],
    [['-', '--files-from', '-'], 'Standard input can be read only once.'],
    [['-', '--watch'], '--watch takes folders only.'],
  ])('%j is refused in words', (args, message) => {
    expect(() => read(...args)).toThrow(new UsageError(message));
  });
});

describe('help', () => {
  test('fits on a terminal of 24 lines of 80 characters', () => {
    const lines = writeHelp(false).trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    for (const line of lines) expect(line.length).toBeLessThan(80);
  });

  test('has every option in the manual and in what completes them', () => {
    for (const [name] of optionList) {
      expect(writeHelp(true)).toContain(`--${name}`);
      expect(writeManual()).toContain(`\\-\\-${name.replaceAll('-', '\\-')}`);
      for (const shell of ['bash', 'zsh']) expect(writeCompletion(shell)).toContain(`--${name}`);
      expect(writeCompletion('fish')).toContain(`-l ${name} `);
    }
  });
});

describe('shards', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `album-${index % 7}/IMG_${index}.HEIC`);

  test('share a list without leaving out or doubling a photo, in parts of about a size', () => {
    const shards = Array.from({ length: 8 }, (_, index) => ({ index: index + 1, count: 8 }));
    const counts = shards.map((shard) => names.filter((name) => isInShard(name, shard)).length);
    for (const name of names)
      expect(shards.filter((shard) => isInShard(name, shard))).toHaveLength(1);
    for (const count of counts) expect(Math.abs(count - 250)).toBeLessThan(75);
  });

  test('split alike however a system writes accents and folders', () => {
    for (const shard of [1, 2, 3].map((index) => ({ index, count: 3 }))) {
      expect(isInShard('a/caf\u00e9.heic', shard)).toBe(isInShard('a\\cafe\u0301.heic', shard));
    }
  });
});

test('draws how far it is', () => {
  expect(drawBar(12, 48, 4)).toBe('[######..................] 12/48  3.0/s  12 s left');
  expect(drawBar(12, null, 4)).toBe('12 photos  3.0/s');
});
