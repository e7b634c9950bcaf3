import matter from 'gray-matter';
import { z } from 'zod';
import { locales, type Language } from '../pages/language.ts';
import { barChart, lineChart } from './chart.ts';

const words = z.union([
  z.string(),
  z.strictObject({ en: z.string(), es: z.string(), pt: z.string(), de: z.string() }),
]);

const dataFile = z.strictObject({
  /** How the figures were made, for maintainers. */
  source: z.string(),
  columns: z.record(
    z.string(),
    z.strictObject({
      label: words,
      unit: z.string().optional(),
      digits: z.number().int().min(0).max(4).optional(),
      /** Display names of the values in this column. */
      names: z.record(z.string(), words).optional(),
    }),
  ),
  rows: z.array(z.record(z.string(), z.union([z.number(), words, z.null()]))),
});

const maxSeries = 6;

const block = z.strictObject({
  data: z.string(),
  kind: z.enum(['table', 'bars', 'lines']),
  caption: z.string(),
  /** Column that names the rows. */
  label: z.string(),
  /** Columns shown, in order. */
  values: z.array(z.string()).min(1).max(maxSeries),
  /** Column whose values become one series each, if `values` has a single column. */
  by: z.string().optional(),
  /** Only rows in which these columns have these values, or one of them. */
  where: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
    )
    .default({}),
});

type LocalizedWords = z.infer<typeof words>;

function inLanguage(value: LocalizedWords, language: Language): string {
  return typeof value === 'string' ? value : value[language];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

type Figure = z.infer<typeof block>;
type Columns = z.infer<typeof dataFile>['columns'];

/** Reads a figure, its columns, and the rows that fit it. Throws for one that makes no sense. */
function readFigure(
  yaml: string,
  where: string,
  readData: (name: string) => unknown,
): { figure: Figure; columns: Columns; fitting: Record<string, Cell>[] } {
  const parsed = block.safeParse(matter(`---\n${yaml}\n---\n`).data);
  if (!parsed.success) throw new Error(`${where}: figure block: ${z.prettifyError(parsed.error)}`);
  const figure = parsed.data;
  const raw = readData(figure.data);
  if (raw === undefined)
    throw new Error(`${where}: content/data/${figure.data}.json does not exist`);
  const { columns, rows } = dataFile.parse(raw);
  const fitting = rows.filter((row) =>
    Object.entries(figure.where).every(([key, value]) =>
      [value].flat().includes(row[key] as string),
    ),
  );
  if (fitting.length === 0)
    throw new Error(`${where}: no row of ${figure.data}.json fits the figure`);
  return { figure, columns, fitting };
}

/** Writes headings and values of columns in a language. */
function createWriter(columns: Columns, language: Language, file: string) {
  const columnOf = (key: string) => {
    const column = columns[key];
    if (!column) throw new Error(`${file} has no column ${key}`);
    return column;
  };
  const format = (key: string, value: number) => {
    const { digits = 0 } = columnOf(key);
    return new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  };
  return {
    format,
    /** For round values, which need no trailing zeros. */
    formatRound: (key: string, value: number) =>
      new Intl.NumberFormat(locales[language], {
        maximumFractionDigits: columnOf(key).digits ?? 0,
      }).format(value),
    show(key: string, value: Cell | undefined): string {
      if (value === null || value === undefined) return '–';
      if (typeof value === 'number') return format(key, value);
      const name = typeof value === 'string' ? columnOf(key).names?.[value] : undefined;
      return inLanguage(name ?? value, language);
    },
    heading(key: string): string {
      const { label, unit } = columnOf(key);
      return inLanguage(label, language) + (unit === undefined ? '' : ` (${unit})`);
    },
  };
}

type Writer = ReturnType<typeof createWriter>;

function nameOf({ column, group }: PlottedColumn, { by }: Figure, writer: Writer): string {
  return group === undefined || by === undefined ? writer.heading(column) : writer.show(by, group);
}

function drawTable(figure: Figure, { rows, series }: Arranged, writer: Writer): string {
  const names = series.map((each) => nameOf(each, figure, writer));
  const heads = [writer.heading(figure.label), ...names];
  const head = heads.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
  const body = rows.map(({ label, values }) => {
    const cells = series.map(({ column }, index) => writer.show(column, values[index]));
    const name = escape(writer.show(figure.label, label));
    return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function drawPlot(figure: Figure, { rows, series }: Arranged, writer: Writer): string {
  const [first = ''] = figure.values;
  const draw = figure.kind === 'bars' ? barChart : lineChart;
  const positions = rows.map(({ label }) => label);
  return draw({
    title: figure.caption,
    labels: rows.map(({ label }) => writer.show(figure.label, label)),
    axis: writer.heading(figure.label),
    // A group's name says what it is, but not the unit.
    scale: figure.by === undefined && series.length > 1 ? null : writer.heading(first),
    ...(positions.every((label) => typeof label === 'number') ? { positions } : {}),
    series: series.map((each, index) => ({
      name: nameOf(each, figure, writer),
      values: rows.map(({ values }) => {
        const value = values[index];
        return typeof value === 'number' ? value : null;
      }),
    })),
    format: (value) => writer.format(first, value),
    formatRound: (value) => writer.formatRound(first, value),
  });
}

/**
 * HTML of a fenced `figure` block: a table or a plot whose numbers all come from a data file. A
 * plot includes its numbers as a table, for readers who cannot see it.
 */
export function renderFigure(
  yaml: string,
  language: Language,
  where: string,
  readData: (name: string) => unknown,
): string {
  const { figure, columns, fitting } = readFigure(yaml, where, readData);
  const writer = createWriter(columns, language, `${where}: ${figure.data}.json`);
  const arranged = arrange(fitting, figure, where);
  const table = drawTable(figure, arranged, writer);
  const caption = `<figcaption>${escape(figure.caption)}</figcaption>`;
  if (figure.kind === 'table')
    return `<figure class="figure"><div class="scroll" tabindex="0" role="region" aria-label="${escape(figure.caption)}">${table}</div>${caption}</figure>`;
  const plot = drawPlot(figure, arranged, writer);
  return `<figure class="figure">${plot}${caption}<div class="visually-hidden">${table}</div></figure>`;
}

type Cell = number | LocalizedWords | null;

/** One line of a plot, or one column of a table. */
interface PlottedColumn {
  column: string;
  /** The value of `by` in its rows. */
  group?: Cell;
}

/** Rows as shown in the figure: one for each value of `label`, with the values of each series. */
interface Arranged {
  series: PlottedColumn[];
  rows: { label: Cell; values: Cell[] }[];
}

function arrange(
  rows: readonly Record<string, Cell>[],
  { label, values, by }: Figure,
  where: string,
): Arranged {
  const labelOf = (row: Record<string, Cell>) => row[label] ?? null;
  if (by === undefined) {
    return {
      series: values.map((column) => ({ column })),
      rows: rows.map((row) => ({
        label: labelOf(row),
        values: values.map((column) => row[column] ?? null),
      })),
    };
  }
  const [column = ''] = values;
  const groups = [...new Set(rows.map((row) => row[by] ?? null))];
  if (values.length > 1 || groups.length > maxSeries)
    throw new Error(`${where}: with by, a figure has one column in values and ${maxSeries} groups`);
  const labels = [...new Set(rows.map(labelOf))];
  return {
    series: groups.map((group) => ({ column, group })),
    rows: labels.map((value) => ({
      label: value,
      values: groups.map(
        (group) =>
          rows.find((row) => labelOf(row) === value && row[by] === group)?.[column] ?? null,
      ),
    })),
  };
}
