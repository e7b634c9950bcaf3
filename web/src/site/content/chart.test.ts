import { expect, test } from 'vitest';
import { barChart, lineChart } from './chart.ts';

/** The drawing for wide columns, without the one for phones. */
const wide = (html: string) => /<svg class="chart wide".*?<\/svg>/s.exec(html)?.[0] ?? '';

const input = {
  title: 'Sizes & "qualities"',
  labels: ['70', '85', '95'],
  axis: 'Quality',
  scale: null,
  format: (value: number) => `${value} kB`,
  formatRound: (value: number) => `${value} kB`,
};

test('the longest bar belongs to the greatest value and lengths keep their proportion', () => {
  const svg = wide(barChart({ ...input, series: [{ name: 'Photo', values: [100, 200, 400] }] }));
  const widths = [...svg.matchAll(/<rect class="s1" x="0" [^>]*width="([\d.]+)"/g)].map(
    ([, width]) => Number(width),
  );
  expect(widths[2]! / widths[0]!).toBeCloseTo(4, 1);
  expect(svg).toContain('400 kB');
  expect(svg).toContain('aria-label="Sizes &amp; &quot;qualities&quot;"');
});

test('a line leaves out a missing value and rises with the figures', () => {
  const svg = wide(lineChart({ ...input, series: [{ name: 'Photo', values: [10, null, 30] }] }));
  const points = /<polyline [^>]*points="([^"]+)"/.exec(svg)?.[1]?.split(' ') ?? [];
  expect(points).toHaveLength(2);
  const heights = points.map((point) => Number(point.split(',')[1]));
  expect(heights[1]).toBeLessThan(heights[0]!);
});

test('points stand where their number is, not side by side', () => {
  const series = [{ name: 'Photo', values: [1, 2, 3] }];
  const svg = wide(lineChart({ ...input, positions: [70, 85, 95], series }));
  const across = [...svg.matchAll(/<circle [^>]*cx="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect((across[1]! - across[0]!) / (across[2]! - across[1]!)).toBeCloseTo(1.5, 1);
});

test('lines far above zero use the height of the plot', () => {
  const svg = wide(lineChart({ ...input, series: [{ name: 'PSNR', values: [38, 40, 42] }] }));
  const heights = [...svg.matchAll(/<circle [^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights[0]! - heights[2]!).toBeGreaterThan(120);
  expect(svg).not.toContain('>0 kB<');
});

test('a phone gets a drawing of its own width, with all values inside it', () => {
  const series = [{ name: 'Photo', values: [100_000, 200_000, 400_000] }];
  const [, narrow = ''] = barChart({ ...input, series }).split('<svg class="chart narrow"');
  expect(narrow).toContain('viewBox="0 0 340 ');
  for (const [, x, text = ''] of narrow.matchAll(/<text class="value" x="([\d.]+)"[^>]*>([^<]+)/g))
    expect(Number(x) + text.length * 7).toBeLessThan(340);
});

test('the ends of a scale are named, also where not every value has room', () => {
  const labels = Array.from({ length: 30 }, (_, index) => String(50 + index));
  const series = [{ name: 'Photo', values: labels.map(Number) }];
  const [, narrow = ''] = lineChart({ ...input, labels, series }).split('class="chart narrow"');
  const named = [...narrow.matchAll(/>(\d+)<\/text>/g)].map(([, name]) => name);
  expect(named).toContain('50');
  expect(named).toContain('79');
  expect(named.length).toBeLessThan(15);
});
