import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '../pages/language.ts';
import { parseArticle } from '../content/article-front-matter.ts';
import {
  articlePath,
  feedPath,
  listBlogLists,
  listPath,
  oldListPath,
} from '../content/blog-paths.ts';
import { edition } from '../pages/edition.ts';
import { listAddresses, manifestPath } from '../pages/pages.ts';
import { socialImagePath } from '../pages/social-image-path.ts';

const folder = new URL('../../../content/blog/', import.meta.url);

/** Every path that the build writes as a file. */
export function listPrerenderPaths(): string[] {
  const pages = listAddresses().map((address) => address.path);
  const blog = languages.flatMap((language) => {
    const articles = readdirSync(new URL(`${language}/`, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) =>
        parseArticle(
          readFileSync(new URL(`${language}/${name}`, folder), 'utf8'),
          `content/blog/${language}/${name}`,
        ),
      );
    const own = articles.map(({ slug }) => articlePath(language, slug));
    const allLists = listBlogLists(articles);
    const aliases = [
      ...articles.flatMap((article) =>
        article.aliases.map((alias) => articlePath(language, alias)),
      ),
      ...allLists.flatMap((list) => oldListPath(language, list) ?? []),
    ];
    const lists = allLists.map((list) => listPath(language, list));
    return { own, aliases, lists };
  });
  const reading = [...new Set([...pages, ...blog.flatMap(({ own, lists }) => [...own, ...lists])])];
  return [
    ...reading,
    ...blog.flatMap(({ aliases }) => aliases),
    // The static edition uses those of the served one, because the pages have the same titles.
    ...(edition === 'served' ? reading.map(socialImagePath) : []),
    ...languages.map(feedPath),
    ...languages.map(manifestPath),
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
  ];
}
