import matter from 'gray-matter';
import { z } from 'zod';
import { locales, type Language } from '../i18n/language.ts';
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
    }),
  ),
  rows: z.array(z.record(z.string(), z.union([z.number(), words, z.null()]))),
});

const block = z.strictObject({
  data: z.string(),
  kind: z.enum(['table', 'bars', 'lines']),
  caption: z.string(),
  /** Column that names the rows. */
  label: z.string(),
  /** Columns shown, in order. */
  values: z.array(z.string()).min(1).max(6),
  /** Rows where these columns have these values. */
  where: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});

const files = import.meta.glob<unknown>('/content/data/*.json', { import: 'default', eager: true });

type Words = z.infer<typeof words>;

function inLanguage(value: Words, language: Language): string {
  return typeof value === 'string' ? value : value[language];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * HTML of a fenced `figure` block: a table or a plot whose numbers all come from a data file.
 * A plot carries its numbers as a table too, for those who cannot see it.
 */
export function renderFigure(yaml: string, language: Language, where: string): string {
  const parsed = block.safeParse(matter(`---\n${yaml}\n---\n`).data);
  if (!parsed.success) throw new Error(`${where}: figure block: ${z.prettifyError(parsed.error)}`);
  const figure = parsed.data;
  const raw = files[`/content/data/${figure.data}.json`];
  if (raw === undefined)
    throw new Error(`${where}: content/data/${figure.data}.json does not exist`);
  const data = dataFile.parse(raw);
  const columnOf = (key: string) => {
    const column = data.columns[key];
    if (!column) throw new Error(`${where}: ${figure.data}.json has no column ${key}`);
    return column;
  };

  const rows = data.rows.filter((row) =>
    Object.entries(figure.where).every(([key, value]) => row[key] === value),
  );
  if (rows.length === 0) throw new Error(`${where}: no row of ${figure.data}.json fits the figure`);
  const format = (key: string, value: number) => {
    const { digits = 0 } = columnOf(key);
    return new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  };
  const show = (key: string, value: number | Words | null | undefined) => {
    if (value === null || value === undefined) return '–';
    return typeof value === 'number' ? format(key, value) : inLanguage(value, language);
  };
  const heading = (key: string) => {
    const { label, unit } = columnOf(key);
    return inLanguage(label, language) + (unit === undefined ? '' : ` (${unit})`);
  };

  const columns = [figure.label, ...figure.values];
  const head = columns.map((key) => `<th scope="col">${escape(heading(key))}</th>`).join('');
  const body = rows.map((row) => {
    const cells = columns.map((key, index) =>
      index === 0
        ? `<th scope="row">${escape(show(key, row[key]))}</th>`
        : `<td>${escape(show(key, row[key]))}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  const caption = `<figcaption>${escape(figure.caption)}</figcaption>`;
  if (figure.kind === 'table')
    return `<figure class="figure"><div class="scroll" tabindex="0" role="region" aria-label="${escape(figure.caption)}">${table}</div>${caption}</figure>`;

  const [first] = figure.values;
  const draw = figure.kind === 'bars' ? barChart : lineChart;
  const svg = draw({
    title: figure.caption,
    labels: rows.map((row) => show(figure.label, row[figure.label])),
    series: figure.values.map((key) => ({
      name: heading(key),
      values: rows.map((row) => {
        const value = row[key];
        return typeof value === 'number' ? value : null;
      }),
    })),
    format: (value) => format(first ?? '', value),
  });
  return `<figure class="figure">${svg}${caption}<div class="visually-hidden">${table}</div></figure>`;
}
