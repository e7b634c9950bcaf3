import type { ReadArticle } from './read-articles.ts';

/** Days after which a fact has to be looked up again. */
const daysToTrust = 365;

/** Facts that nobody has looked up for a year, oldest first. `today` is a day such as `2026-11-22`. */
export function findAged(
  articles: readonly Pick<ReadArticle, 'ages' | 'file'>[],
  today: string,
): string[] {
  const limit = new Date(Date.parse(today) - daysToTrust * 86_400_000).toISOString().slice(0, 10);
  return articles
    .flatMap(({ ages, file }) => ages.map((aging) => ({ ...aging, file })))
    .filter(({ checked }) => checked < limit)
    .sort((a, b) => a.checked.localeCompare(b.checked))
    .map(
      ({ checked, fact, source, file }) => `${file}: checked on ${checked}: ${fact} (${source})`,
    );
}
