import { layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { languages } from './site/pages/language.ts';
import { feedPath } from './site/content/blog-paths.ts';
import {
  isInteractive,
  listAddresses,
  manifestPath,
  pageOf,
  type PageAddress,
} from './site/pages/pages.ts';

/**
 * One file may serve many paths, so routes are identified by id: `es:heic-to-jpg`,
 * `en:pricing:/go-pro`.
 */
function interactiveRoute({ id, language, path, alias }: PageAddress): RouteConfigEntry {
  const routeId = alias ? `${language}:${id}:${path}` : `${language}:${id}`;
  return route(path.slice(1), `routes/${pageOf(id).template}.tsx`, { id: routeId });
}

/** Files that the build writes next to the pages. */
const files = [
  route('sitemap.xml', 'routes/sitemap-xml.ts'),
  route('robots.txt', 'routes/robots-txt.ts'),
  route('llms.txt', 'routes/llms-txt.ts'),
  route('og/*', 'routes/social-image.ts'),
  ...languages.map((language) =>
    route(manifestPath(language).slice(1), 'routes/web-manifest.ts', {
      id: `${language}:manifest`,
    }),
  ),
  ...languages.map((language) =>
    route(feedPath(language).slice(1), 'routes/feed-xml.ts', { id: `${language}:feed` }),
  ),
];

/**
 * One tree per language, with its dictionary in the layout. Pages with an island have a route each;
 * reading pages share one splat route.
 */
const pages = languages.map((language) => {
  const own = listAddresses().filter((address) => address.language === language);
  const root = language === 'en' ? '' : `${language}/`;
  return layout(`routes/layout-${language}.tsx`, [
    ...own.filter((address) => isInteractive(address.id)).map(interactiveRoute),
    route(`${root}*`, 'routes/reading.tsx', { id: `${language}:reading` }),
  ]);
});

export default [...files, ...pages] satisfies RouteConfig;
