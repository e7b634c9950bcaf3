/**
 * Plots for articles, drawn as SVG text at build time from the data files. Colours are classes, so
 * that a plot follows the page's theme.
 */
interface Series {
  name: string;
  /** `null` leaves a gap. */
  values: readonly (number | null)[];
}

export interface ChartInput {
  title: string;
  /** One per point or group. */
  labels: readonly string[];
  /** Where each label stands on a line's axis; evenly spaced without. */
  positions?: readonly number[];
  /** What the labels count. */
  axis: string;
  /** What the values are, where the series' names do not say it. */
  scale: string | null;
  series: readonly Series[];
  format: (value: number) => string;
}

const width = 720;
const seriesClasses = ['s1', 's2', 's3', 's4', 's5', 's6'];

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The next "round" number at or above: 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

function legend(series: readonly Series[], y: number): string {
  if (series.length < 2) return '';
  let x = 0;
  return series
    .map(({ name }, index) => {
      const item = `<rect class="${seriesClasses[index]}" x="${x}" y="${y - 10}" width="12" height="12"/><text x="${x + 18}" y="${y}">${escape(name)}</text>`;
      // Average glyph width at 14 px, with room to spare.
      x += 18 + name.length * 7.6 + 24;
      return item;
    })
    .join('');
}

function wrap(input: ChartInput, height: number, body: string): string {
  return `<svg class="chart" role="img" aria-label="${escape(input.title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
}

/** Horizontal bars, grouped by label: long names keep their place on a phone. */
export function barChart(input: ChartInput): string {
  const max = Math.max(
    ...input.series.flatMap(({ values }) => values.map((value) => value ?? 0)),
    0,
  );
  const barHeight = 18;
  const legendHeight = input.series.length > 1 ? 36 : 8;
  const top = legendHeight + (input.scale === null ? 0 : 22);
  const group = input.series.length * (barHeight + 3) + 34;
  const room = width - 110;
  const rows = input.labels.map((label, row) => {
    const y = top + row * group;
    const bars = input.series.map(({ values }, index) => {
      const value = values[row];
      if (value === null || value === undefined) return '';
      const length = max > 0 ? Math.max(2, (value / max) * room) : 2;
      const at = y + 20 + index * (barHeight + 3);
      return `<rect class="${seriesClasses[index]}" x="0" y="${at}" width="${length.toFixed(1)}" height="${barHeight}"/><text class="value" x="${(length + 8).toFixed(1)}" y="${at + 14}">${escape(input.format(value))}</text>`;
    });
    return `<text class="label" x="0" y="${y + 13}">${escape(label)}</text>${bars.join('')}`;
  });
  const scale =
    input.scale === null
      ? ''
      : `<text class="tick" x="0" y="${legendHeight + 6}">${escape(input.scale)}</text>`;
  return wrap(
    input,
    top + input.labels.length * group,
    legend(input.series, 12) + scale + rows.join(''),
  );
}

/** A scale in at most six steps of a round size that holds all values. */
function roundScale(values: readonly number[]): { low: number; step: number; steps: number } {
  const most = Math.max(...values, 0);
  const least = Math.min(...values);
  // Lines that run high above zero would lie on top of one another: their scale begins below them.
  const from = least > most / 2 ? least : 0;
  for (let step = roundUp((most - from || most) / 6); ; step = roundUp(step * 1.01)) {
    const low = Math.floor(from / step) * step;
    const steps = Math.ceil((most - low) / step);
    if (steps <= 6) return { low, step, steps: Math.max(1, steps) };
  }
}

/** Names of the ticks that have room for their text. */
function chooseTicks(labels: readonly string[], at: (index: number) => number): number[] {
  const chosen: number[] = [];
  // From the end, because the last value of a scale says how far it goes.
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const next = chosen.at(-1);
    const room = (labels[index]?.length ?? 0) * 8 + 14;
    if (next === undefined || Math.abs(at(next) - at(index)) >= room) chosen.push(index);
  }
  return chosen;
}

export function lineChart(input: ChartInput): string {
  const [left, right, bottom] = [64, 20, 60];
  const top = (input.series.length > 1 ? 44 : 8) + (input.scale === null ? 16 : 30);
  const height = 400;
  const { low, step, steps } = roundScale(
    input.series.flatMap((series) => series.values.filter((value) => value !== null)),
  );
  const places = input.positions ?? input.labels.map((_, index) => index);
  const [start, end] = [Math.min(...places), Math.max(...places)];
  const x = (index: number) =>
    left + (((places[index] ?? 0) - start) / (end - start || 1)) * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - low) / (step * steps)) * (height - top - bottom);
  const grid = Array.from({ length: steps + 1 }, (_, index) => {
    const value = low + step * index;
    const at = y(value).toFixed(1);
    return `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text class="tick" text-anchor="end" x="${left - 8}" y="${Number(at) + 4}">${escape(input.format(value))}</text>`;
  });
  const ticks = chooseTicks(input.labels, x).map(
    (index) =>
      `<text class="tick" text-anchor="middle" x="${x(index).toFixed(1)}" y="${height - bottom + 22}">${escape(input.labels[index] ?? '')}</text>`,
  );
  const names = [
    `<text class="tick" text-anchor="middle" x="${(left + width - right) / 2}" y="${height - 8}">${escape(input.axis)}</text>`,
    input.scale === null
      ? ''
      : `<text class="tick" x="0" y="${top - 14}">${escape(input.scale)}</text>`,
  ];
  const lines = input.series.map((series, number) => {
    const points = series.values.flatMap((value, index) =>
      value === null ? [] : [`${x(index).toFixed(1)},${y(value).toFixed(1)}`],
    );
    const dots = points.map(
      (point) =>
        `<circle class="${seriesClasses[number]}" cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3.5"/>`,
    );
    return `<polyline class="line ${seriesClasses[number]}" points="${points.join(' ')}"/>${dots.join('')}`;
  });
  return wrap(
    input,
    height,
    `${legend(input.series, 12)}${grid.join('')}${ticks.join('')}${names.join('')}${lines.join('')}`,
  );
}
