/**
 * Plots for articles, drawn as SVG text at build time from the data files. Colors are classes, so
 * that a plot follows the page's theme.
 */
interface ChartSeries {
  name: string;
  /** `null` leaves a gap. */
  values: readonly (number | null)[];
}

export interface ChartInput {
  title: string;
  /** One per point or group. */
  labels: readonly string[];
  /** Position of each label on a line's axis; evenly spaced by default. */
  positions?: readonly number[];
  /** What the labels count. */
  axis: string;
  /** What the values are, if the series' names do not say it. */
  scale: string | null;
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Formats round values of an axis. */
  formatRound: (value: number) => string;
}

/**
 * Every plot is drawn twice, because its letters shrink with it: for wide columns and for phones.
 * The stylesheet shows one.
 */
const sizes = [
  { name: 'wide', width: 720, height: 400 },
  { name: 'narrow', width: 340, height: 300 },
] as const;

type ChartSize = (typeof sizes)[number];

const seriesClasses = ['s1', 's2', 's3', 's4', 's5', 's6'];

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

function legend(series: readonly ChartSeries[]): string {
  if (series.length < 2) return '';
  const items = series.map(
    ({ name }, index) => `<li class="${seriesClasses[index]}">${escape(name)}</li>`,
  );
  // A plot's table gives screen readers the same information.
  return `<ul class="legend" aria-hidden="true">${items.join('')}</ul>`;
}

function wrap(
  input: ChartInput,
  draw: (size: ChartSize) => { height: number; body: string },
): string {
  const drawings = sizes.map((size) => {
    const { height, body } = draw(size);
    return `<svg class="chart ${size.name}" role="img" aria-label="${escape(input.title)}" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}">${body}</svg>`;
  });
  return legend(input.series) + drawings.join('');
}

/** Horizontal bars grouped by label, so that long names fit on a phone. */
export function barChart(input: ChartInput): string {
  const all = input.series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const max = Math.max(...all, 0);
  const barHeight = 18;
  const top = input.scale === null ? 4 : 26;
  const group = input.series.length * (barHeight + 3) + 34;
  const longest = Math.max(...all.map((value) => input.format(value).length));
  return wrap(input, ({ width }) => {
    const room = width - longest * 8 - 12;
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
      input.scale === null ? '' : `<text class="tick" x="0" y="12">${escape(input.scale)}</text>`;
    return { height: top + input.labels.length * group - 12, body: scale + rows.join('') };
  });
}

/** A scale in at most six steps of a round size that contains all values. */
function roundScale(values: readonly number[]): { low: number; step: number; steps: number } {
  const max = Math.max(...values, 0);
  const min = Math.min(...values);
  // Lines far above zero would coincide, so their scale begins just below them.
  const from = min > max / 2 ? min : 0;
  for (let step = roundUp((max - from || max) / 6); ; step = roundUp(step * 1.01)) {
    const low = Math.floor(from / step) * step;
    const steps = Math.ceil((max - low) / step);
    if (steps <= 6) return { low, step, steps: Math.max(1, steps) };
  }
}

/** Labels of the ticks that have room for their text. */
function chooseTicks(labels: readonly string[], at: (index: number) => number): number[] {
  const chosen: number[] = [];
  const last = labels.length - 1;
  // The ends of a scale come first, because they show its range.
  for (const index of [last, ...labels.keys()]) {
    const room = (labels[index]?.length ?? 0) * 8 + 14;
    const fits = chosen.every((other) => Math.abs(at(other) - at(index)) >= room);
    if (fits) chosen.push(index);
  }
  return chosen;
}

export function lineChart(input: ChartInput): string {
  const { low, step, steps } = roundScale(
    input.series.flatMap((series) => series.values.filter((value) => value !== null)),
  );
  const places = input.positions ?? input.labels.map((_, index) => index);
  const [start, end] = [Math.min(...places), Math.max(...places)];
  const marks = Array.from({ length: steps + 1 }, (_, index) => low + step * index);
  const left = Math.max(...marks.map((value) => input.formatRound(value).length)) * 8 + 12;
  const [right, bottom] = [20, 56];
  const top = input.scale === null ? 12 : 30;
  return wrap(input, ({ width, height }) => {
    const x = (index: number) =>
      left + (((places[index] ?? 0) - start) / (end - start || 1)) * (width - left - right);
    const y = (value: number) =>
      height - bottom - ((value - low) / (step * steps)) * (height - top - bottom);
    const grid = marks.map((value) => {
      const at = y(value).toFixed(1);
      return `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text class="tick" text-anchor="end" x="${left - 8}" y="${Number(at) + 4}">${escape(input.formatRound(value))}</text>`;
    });
    const ticks = chooseTicks(input.labels, x).map(
      (index) =>
        `<text class="tick" text-anchor="middle" x="${x(index).toFixed(1)}" y="${height - bottom + 22}">${escape(input.labels[index] ?? '')}</text>`,
    );
    const names = [
      `<text class="tick" text-anchor="middle" x="${(left + width - right) / 2}" y="${height - 8}">${escape(input.axis)}</text>`,
      input.scale === null ? '' : `<text class="tick" x="0" y="12">${escape(input.scale)}</text>`,
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
    return { height, body: [...grid, ...ticks, ...names, ...lines].join('') };
  });
}
