/**
 * Tells what is wrong with articles, pages and messages: `npm run articles`, `npm run spelling`; a
 * language or a part of a file's name as an argument narrows it down (`npm run articles -- de`).
 * `npm run articles -- --aged` lists the facts that nobody has looked up, or not for a year, and nothing else.
 */
import { findAged } from './articles/aging.ts';
import { languages } from '../src/site/pages/language.ts';
import { findProblems } from './articles/find-problems.ts';
import { findWordProblems } from './articles/find-word-problems.ts';
import { readAllArticles } from './articles/read-articles.ts';
import { readAllPages } from './articles/read-pages.ts';
import { canCheckSpelling, findMisspelled } from './articles/spelling.ts';

const args = process.argv.slice(2);
const onlySpelling = args.includes('--spelling');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isWanted = (line: string) =>
  wanted.length === 0 ||
  wanted.some((part) => line.includes(part.length === 2 ? `/${part}/` : part));

const { articles, problems } = readAllArticles();
if (args.includes('--aged')) {
  const aged = findAged(articles, new Date().toISOString().slice(0, 10)).filter(isWanted);
  for (const line of aged) console.log(line);
  console.log(
    aged.length === 0 ? 'Every fact was looked up within a year.' : `To look up: ${aged.length}`,
  );
  process.exit(0);
}
const { pages, problems: pageProblems } = readAllPages(articles);
if (!onlySpelling)
  problems.push(
    ...pageProblems,
    ...findProblems(articles),
    ...(await findWordProblems(articles, pages)),
  );
if (canCheckSpelling()) {
  for (const language of languages) {
    const own = [...articles, ...pages].filter((text) => text.language === language);
    problems.push(
      ...findMisspelled(own, language).map((line) => line.replace(': ', ': spelling: ')),
    );
  }
} else
  console.log('Spelling is not checked: hunspell and its four dictionaries are not installed.');

const told = problems.filter(isWanted).sort();
for (const problem of told) console.log(problem);
console.log(told.length === 0 ? 'No problems.' : `Problems: ${told.length}`);
process.exit(told.length === 0 ? 0 : 1);
