import { expect, test, type APIRequestContext } from '@playwright/test';
import { carryAxe, findViolations } from '../testing/expect-accessible.ts';
import { listSitemap } from '../testing/page-facts.ts';

// Not in the sitemap. /thanks and /account-setup send away whoever comes without a payment: the tests
// of billing look at them.
const privatePaths = [
  '/account',
  '/de/konto',
  '/dashboard',
  '/success',
  '/confirm-change',
  '/ad-test',
  '/no-such-page',
];

/** One page of every template: in Spanish and Portuguese the words differ, the layout does not. */
const sampled = new Set(
  `/es /es/heic-a-jpg /es/tools /es/tools/redimensionar-recortar /es/precios /es/suscribirse /es/contacto
    /es/ayuda /es/blog /es/politica-de-privacidad /es/mapa-del-sitio
    /pt /pt/heic-para-jpg /pt/tools /pt/tools/redimensionar-cortar /pt/precos /pt/assinar /pt/contato
    /pt/ajuda /pt/blog /pt/politica-de-privacidade /pt/mapa-do-site`.split(/\s+/),
);

/** English in the light theme, German (the longest words) in the dark one, the samples in both. */
function themesOf(path: string): Visit['themes'] {
  if (sampled.has(path)) return ['light', 'dark'];
  if (/^\/(?:es|pt)\b/.test(path)) return [];
  return [/^\/de\b/.test(path) ? 'dark' : 'light'];
}

async function planWalk(request: APIRequestContext): Promise<Visit[]> {
  const paths = [...(await listSitemap(request)), ...privatePaths];
  const isArticle = (path: string) => /\/blog\/./.test(path);
  const articles = paths.filter(isArticle).filter((_, index) => index % 12 === 0);
  return [
    ...paths.filter((path) => !isArticle(path)).map((path) => ({ path, themes: themesOf(path) })),
    ...articles.map((path): Visit => ({ path, themes: ['light', 'dark'] })),
  ].filter(({ themes }) => themes.length > 0);
}

interface Visit {
  path: string;
  themes: ('light' | 'dark')[];
}

for (const part of [0, 1, 2]) {
  test(`pages fit a narrow screen and a zoomed one, log no error and pass axe (part ${part + 1} of 3)`, async ({
    page,
    request,
    baseURL,
  }) => {
    test.setTimeout(900_000);
    const problems: string[] = [];
    page.on('console', (message) => {
      const isAskedFor = /404 \(Not Found\)/.test(message.text()) && /no-such/.test(page.url());
      if (message.type() === 'error' && !isAskedFor)
        problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('request', (sent) => {
      const { protocol, origin } = new URL(sent.url());
      if (protocol.startsWith('http') && origin !== baseURL) problems.push(`asks ${sent.url()}`);
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await carryAxe(page);

    const visits = (await planWalk(request)).filter((_, index) => index % 3 === part);
    expect(visits.length).toBeGreaterThan(30);
    for (const { path, themes } of visits) {
      await page.goto(path);
      await expect(page.locator('h1')).toHaveCount(1);
      // 640 is a window of 1280 at 200 %; 320 one at 400 % (WCAG 2.2, 1.4.10).
      for (const width of [640, 320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
            message: `${path} scrolls sideways at ${width} px`,
          })
          .toBeLessThanOrEqual(0);
      }
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        const violations = await findViolations(page, 'target-size');
        problems.push(
          ...violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html }) => `${path} ${colorScheme} ${id}: ${html.slice(0, 160)}`),
          ),
        );
      }
    }
    expect(problems).toEqual([]);
  });
}
