import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentFolder } from './read-articles.ts';

interface Row {
  [column: string]: string | number | null;
}

function readRows(name: string, where: Row = {}): Row[] {
  const file = readFileSync(join(contentFolder, 'data', `${name}.json`), 'utf8');
  const { rows } = JSON.parse(file) as { rows: Row[] };
  return rows.filter((row) => Object.entries(where).every(([key, value]) => row[key] === value));
}

/** A figure of the one row that these values name. */
function read(name: string, column: string, where: Row): number {
  const [row, ...others] = readRows(name, where);
  const value = row?.[column];
  if (typeof value !== 'number' || others.length > 0)
    throw new Error(`${name}: no single ${column} where ${JSON.stringify(where)}`);
  return value;
}

const heicKb = (file: string) => read('heic-jpg', 'kb', { file });
const quality = (picture: string, value: number, column = 'kb') =>
  read('jpeg-quality', column, { picture, quality: value });
const formatKb = (picture: string, format: string) => read('formats', 'kb', { picture, format });

// What articles and pages say in words about the figures. Where one fails after `npm run figures`, the
// sentences about it, in four languages, have to be written anew.
describe('what the articles say in words about the measured figures', () => {
  test('at the default of 92 the JPG is about as large as the HEIC, at 85 much smaller, at 95 much larger', () => {
    expect(heicKb('jpg-92') / heicKb('heic')).toBeGreaterThan(0.8);
    expect(heicKb('jpg-92') / heicKb('heic')).toBeLessThan(1.2);
    expect(heicKb('jpg-85') / heicKb('heic')).toBeLessThan(0.75);
    expect(heicKb('jpg-95') / heicKb('heic')).toBeGreaterThan(1.3);
  });

  test('no JPG comes closer to the scene than the HEIC it was made from, not even at three times the size', () => {
    const heic = readRows('heic-jpg', { file: 'heic' })[0];
    for (const row of readRows('heic-jpg')) {
      expect(Number(row.psnr)).toBeLessThanOrEqual(Number(heic?.psnr));
      expect(Number(row.ssim)).toBeLessThanOrEqual(Number(heic?.ssim));
    }
    expect(heicKb('jpg-100') / heicKb('heic')).toBeGreaterThan(3);
  });

  test('a photo at 85 takes less than half the bytes of 95, and the last steps add megabytes', () => {
    expect(quality('photo', 85) / quality('photo', 95)).toBeLessThan(0.5);
    expect(quality('photo', 85) - quality('photo', 70)).toBeLessThan(800);
    expect(quality('photo', 100) - quality('photo', 95)).toBeGreaterThan(2000);
  });

  test('three points above 92 cost more than the ten from 80 to 90', () => {
    expect(quality('photo', 95) - quality('photo', 92)).toBeGreaterThan(
      quality('photo', 90) - quality('photo', 80),
    );
  });

  test('at low quality the screenshot is the least alike and the gradient the most, near 100 the drawing', () => {
    const alike = (value: number) =>
      ['photo', 'screenshot', 'lineart', 'gradient'].sort(
        (a, b) => quality(a, value, 'psnr') - quality(b, value, 'psnr'),
      );
    expect([alike(50)[0], alike(50)[3]]).toEqual(['screenshot', 'gradient']);
    expect(alike(100)[3]).toBe('lineart');
    expect([alike(70)[3], alike(85)[3]]).toEqual(['gradient', 'gradient']);
  });

  test('half the width of the photo leaves about a third of its bytes', () => {
    const rest =
      read('resize', 'kb', { picture: 'photo', width: 1920 }) /
      read('resize', 'kb', { picture: 'photo', width: 4032 });
    expect(rest).toBeGreaterThan(0.25);
    expect(rest).toBeLessThan(0.37);
  });

  test('a drawing without loss is smaller than any JPG of it, a screenshot than any good one', () => {
    for (const format of ['png', 'webp-lossless']) {
      expect(formatKb('lineart', format)).toBeLessThan(quality('lineart', 50));
      expect(formatKb('screenshot', format)).toBeLessThan(quality('screenshot', 85));
    }
    expect(formatKb('screenshot', 'webp-lossless')).toBeLessThan(quality('screenshot', 50));
    expect(formatKb('gradient', 'png')).toBeGreaterThan(formatKb('gradient', 'jpg-95'));
  });

  /** Kilobytes of a JPG of the photo that is as much alike by a measure, between two measured ones. */
  function jpgAsAlike(measure: 'psnr' | 'ssim', value: number): number {
    const rows = readRows('jpeg-quality', { picture: 'photo' });
    const above = rows.findIndex((row) => Number(row[measure]) >= value);
    const [low, high] = [rows[above - 1], rows[above]];
    if (!low || !high) throw new Error(`no JPG is as much alike as ${value}`);
    const share = (value - Number(low[measure])) / (Number(high[measure]) - Number(low[measure]));
    return Number(low.kb) + share * (Number(high.kb) - Number(low.kb));
  }

  test('for the grainy photo WebP needs about a sixth less than JPG by SSIM, and a bit less or more by PSNR', () => {
    const ratiosByPsnr: number[] = [];
    for (const at of [85, 92]) {
      const where = { picture: 'photo', format: `webp-${at}` };
      const kb = read('formats', 'kb', where);
      const bySsim = kb / jpgAsAlike('ssim', read('formats', 'ssim', where));
      expect(bySsim).toBeGreaterThan(0.8);
      expect(bySsim).toBeLessThan(0.87);
      const byPsnr = kb / jpgAsAlike('psnr', read('formats', 'psnr', where));
      expect(Math.abs(byPsnr - 1)).toBeLessThan(0.15);
      ratiosByPsnr.push(byPsnr);
    }
    expect(Math.min(...ratiosByPsnr)).toBeLessThan(1);
    expect(Math.max(...ratiosByPsnr)).toBeGreaterThan(1);
  });

  test('for a drawing WebP takes less than half the bytes of JPG and is closer by SSIM', () => {
    for (const at of [70, 85, 92, 95]) {
      const [webp, jpg] = [`webp-${at}`, `jpg-${at}`].map((format) => ({
        picture: 'lineart',
        format,
      }));
      if (!webp || !jpg) throw new Error('unreachable');
      expect(read('formats', 'kb', webp) / read('formats', 'kb', jpg)).toBeLessThan(0.5);
      expect(read('formats', 'ssim', webp)).toBeGreaterThan(read('formats', 'ssim', jpg));
    }
  });

  test('saved again unchanged a JPG hardly loses, cropped in between it does', () => {
    const after = (way: string, saves: number) => read('generations', 'psnr', { way, saves });
    for (const way of ['quality-75', 'quality-85', 'quality-95'])
      expect(after(way, 1) - after(way, 20)).toBeLessThan(0.5);
    expect(after('quality-85-cropped', 1) - after('quality-85-cropped', 20)).toBeGreaterThan(3);
  });

  test('under 200 kB the wide photos fail, those in the middle get low quality, the small ones high', () => {
    const reached = (width: number) =>
      readRows('target-size', { picture: 'photo', target: 200, width })[0]?.quality ?? null;
    expect(reached(4032)).toBeNull();
    expect(reached(1920)).not.toBeNull();
    expect(Number(reached(1920))).toBeLessThan(75);
    expect(Number(reached(1200))).toBeGreaterThan(80);
    expect(Number(reached(800))).toBe(95);
  });

  test('JPG is the fastest to write, WebP takes about twice as long and PNG the longest', () => {
    const time = (output: string) =>
      read('speed', 'milliseconds', { format: 'heic', output, megapixels: 12 });
    expect(time('webp') / time('jpg')).toBeGreaterThan(1.6);
    expect(time('webp') / time('jpg')).toBeLessThan(2.5);
    expect(time('png')).toBeGreaterThan(time('webp'));
  });

  test('of the formats read, AVIF and then PNG take the longest', () => {
    const time = (format: string) =>
      read('speed', 'milliseconds', { format, output: 'jpg', megapixels: 12 });
    expect(time('avif')).toBeGreaterThan(time('png'));
    for (const format of ['heic', 'jpg', 'webp']) expect(time('png')).toBeGreaterThan(time(format));
  });
});
