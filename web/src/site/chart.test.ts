import { expect, test } from 'vitest';
import { barChart, lineChart } from './chart.ts';

const input = {
  title: 'Sizes & "qualities"',
  labels: ['70', '85', '95'],
  axis: 'Quality',
  scale: null,
  format: (value: number) => `${value} kB`,
};

test('the longest bar belongs to the greatest value and lengths keep their proportion', () => {
  const svg = barChart({ ...input, series: [{ name: 'Photo', values: [100, 200, 400] }] });
  const widths = [...svg.matchAll(/<rect class="s1" x="0" [^>]*width="([\d.]+)"/g)].map(
    ([, width]) => Number(width),
  );
  expect(widths[2]! / widths[0]!).toBeCloseTo(4, 1);
  expect(svg).toContain('400 kB');
  expect(svg).toContain('aria-label="Sizes &amp; &quot;qualities&quot;"');
});

test('a line leaves out a missing value and rises with the figures', () => {
  const svg = lineChart({ ...input, series: [{ name: 'Photo', values: [10, null, 30] }] });
  const points = /<polyline [^>]*points="([^"]+)"/.exec(svg)?.[1]?.split(' ') ?? [];
  expect(points).toHaveLength(2);
  const heights = points.map((point) => Number(point.split(',')[1]));
  expect(heights[1]).toBeLessThan(heights[0]!);
});

test('points stand where their number is, not side by side', () => {
  const svg = lineChart({
    ...input,
    positions: [70, 85, 95],
    series: [{ name: 'Photo', values: [1, 2, 3] }],
  });
  const across = [...svg.matchAll(/<circle [^>]*cx="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect((across[1]! - across[0]!) / (across[2]! - across[1]!)).toBeCloseTo(1.5, 1);
});

test('lines far above zero use the height of the plot', () => {
  const svg = lineChart({ ...input, series: [{ name: 'PSNR', values: [38, 40, 42] }] });
  const heights = [...svg.matchAll(/<circle [^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights[0]! - heights[2]!).toBeGreaterThan(120);
  expect(svg).not.toContain('>0 kB<');
});
