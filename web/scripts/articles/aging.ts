import type { ReadArticle } from './read-articles.ts';

/** Days after which a fact has to be looked up again. */
const daysToTrust = 365;

/**
 * Facts that nobody has looked up at their source, or not for a year, oldest first.
 * `today` is a day such as `2026-11-22`.
 */
export function findAged(
  articles: readonly Pick<ReadArticle, 'ages' | 'file'>[],
  today: string,
): string[] {
  const limit = new Date(Date.parse(today) - daysToTrust * 86_400_000).toISOString().slice(0, 10);
  return articles
    .flatMap(({ ages, file }) =>
      ages.map(({ checked = '', fact, source }) => ({ checked, fact, source, file })),
    )
    .filter(({ checked }) => checked < limit)
    .sort((a, b) => a.checked.localeCompare(b.checked))
    .map(({ checked, fact, source, file }) => {
      const state = checked === '' ? 'never checked' : `checked on ${checked}`;
      return `${file}: ${state}: ${fact} (${source})`;
    });
}

/** Articles about what nobody can change: how a format works, and figures of our own. */
const timeless = new Set([
  'de/jpg-qualitaet-richtig-waehlen.md',
  'en/jpg-quality-comparison.md',
  'en/jpg-quality-guide.md',
  'es/guia-calidad-jpg.md',
  'es/privacidad-conversion-en-el-navegador.md',
  'pt/jpg-70-85-92-95-comparacao.md',
  'pt/qualidade-do-jpg-guia.md',
]);

/** Articles that name no fact that ages and are not known to need none, and those known that do. */
export function findUndated(articles: readonly Pick<ReadArticle, 'ages' | 'file'>[]): string[] {
  return articles
    .filter(({ ages, file }) => (ages.length === 0) !== timeless.has(file.split('blog/')[1] ?? ''))
    .map(({ ages, file }) =>
      ages.length === 0
        ? `${file}: name the facts that others may change under \`ages\`, or list it as timeless`
        : `${file}: is listed as timeless and names facts that age`,
    );
}
