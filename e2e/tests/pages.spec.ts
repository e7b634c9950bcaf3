import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { settleAnimations } from '../testing/expect-accessible.ts';
import { ConverterPage } from '../testing/converter-page.ts';

/** The promised paths (Requirement L1), with the language each belongs to. */
const specified = {
  en: `/ /heic-to-jpg /webp-to-jpg /png-to-jpg /convert-to-jpg /iphone-heic-to-jpg /windows-heic-to-jpg
    /free-heic-converter /privacy-first-converter /tools /tools/webp-to-jpg /tools/png-to-jpg
    /tools/jpg-to-webp /tools/jpg-compress /tools/heic-to-png /tools/image-resize-crop
    /converters/iphone-photos-for-windows /converters/heic-to-jpg-no-upload
    /compare/stillpix-vs-competitors /compare/stillpix-vs-desktop-software
    /compare/stillpix-vs-mobile-apps /pricing /pro /go-pro /subscribe /thanks /success /account-setup
    /reset-password /about /contact /recommended-tools /faq /help /privacy-policy /terms-of-service
    /sitemap /ai /ai-info /llm /ad-test /dashboard /tracking /blog`,
  es: `/es /es/acerca-de /es/preguntas-frecuentes /es/blog /es/contacto /es/webp-a-jpg /es/png-a-jpg
    /es/heic-a-jpg /es/tools/jpg-a-webp /es/tools/jpg-comprimir /es/tools/heic-a-png
    /es/tools/redimensionar-recortar /es/suscribirse /es/gracias`,
  pt: `/pt /pt/sobre /pt/perguntas-frequentes /pt/blog /pt/contato /pt/webp-para-jpg /pt/png-para-jpg
    /pt/heic-para-jpg /pt/tools/jpg-para-webp /pt/tools/jpg-comprimir /pt/tools/heic-para-png
    /pt/tools/redimensionar-cortar /pt/assinar /pt/obrigado`,
  de: `/de /de/uber-uns /de/faq /de/blog /de/kontakt /de/webp-zu-jpg /de/png-zu-jpg /de/heic-zu-jpg
    /de/tools/jpg-zu-webp /de/tools/jpg-komprimieren /de/tools/heic-zu-png
    /de/tools/groesse-zuschneiden /de/abonnieren /de/danke`,
};
const specifiedPaths = Object.entries(specified).flatMap(([language, list]) =>
  list.split(/\s+/).map((path) => ({ language, path })),
);

interface PageFacts {
  path: string;
  language: string | undefined;
  title: string;
  description: string;
  canonical: string;
  alternates: { language: string; href: string }[];
  headings: number;
  links: string[];
  structured: string[];
  scripts: number;
  hidden: boolean;
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** What the HTML says as it is sent, before any script runs. */
function readFacts(path: string, html: string): PageFacts {
  const first = (pattern: RegExp) => decode(pattern.exec(html)?.[1] ?? '');
  const pathOf = (href: string) => new URL(decode(href), 'http://here').pathname;
  return {
    path,
    language: /<html lang="([^"]+)"/.exec(html)?.[1],
    title: first(/<title>([^<]*)<\/title>/),
    description: first(/<meta name="description" content="([^"]*)"/),
    canonical: pathOf(first(/<link rel="canonical" href="([^"]*)"/)),
    alternates: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(
      ([, language = '', href = '']) => ({ language, href: pathOf(href) }),
    ),
    headings: html.match(/<h1[\s>]/g)?.length ?? 0,
    links: [...html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)].map(([, href = '']) => decode(href)),
    structured: [
      ...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
    ].map(([, json = '']) => json),
    scripts: html.match(/<script[^>]*type="module"/g)?.length ?? 0,
    hidden: html.includes('<meta name="robots" content="noindex"'),
  };
}

async function readPage(request: APIRequestContext, path: string): Promise<PageFacts> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return readFacts(path, await response.text());
}

async function listSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href = '']) => new URL(href).pathname);
}

test('every promised path answers with its own page in its language', async ({ request }) => {
  for (const { language, path } of specifiedPaths) {
    const facts = await readPage(request, path);
    expect(facts.language, path).toBe(language);
    expect(facts.headings, path).toBe(1);
    expect(facts.title, path).not.toBe('');
  }
});

test('other names of a page share its canonical address', async ({ request }) => {
  for (const [alias, page] of [
    ['/pro', '/pricing'],
    ['/go-pro', '/pricing'],
    ['/ai-info', '/ai'],
    ['/llm', '/ai'],
  ] as const) {
    expect((await readPage(request, alias)).canonical).toBe(page);
  }
});

test('all public pages describe themselves, each in its own words, and link only to pages that exist', async ({
  request,
}) => {
  const paths = await listSitemap(request);
  expect(paths.length).toBeGreaterThan(140);
  const pages = new Map<string, PageFacts>();
  for (const path of paths) pages.set(path, await readPage(request, path));

  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const linked = new Set<string>();
  for (const page of pages.values()) {
    expect(page.headings, page.path).toBe(1);
    expect(page.hidden, page.path).toBe(false);
    expect(page.title.length, page.path).toBeGreaterThanOrEqual(15);
    expect(page.title.length, `${page.path}: ${page.title}`).toBeLessThanOrEqual(75);
    expect(page.description.length, page.path).toBeGreaterThanOrEqual(70);
    expect(page.description.length, page.path).toBeLessThanOrEqual(165);
    expect(titles, `title of ${page.path}`).not.toContain(page.title);
    expect(descriptions, `description of ${page.path}`).not.toContain(page.description);
    titles.add(page.title);
    descriptions.add(page.description);
    expect(page.canonical, page.path).toBe(page.path);

    // hreflang names the page itself, and every twin names it back.
    expect(page.alternates, page.path).toContainEqual({ language: page.language, href: page.path });
    for (const { language, href } of page.alternates) {
      const twin = pages.get(href);
      expect(twin, `${page.path} names ${href}`).toBeDefined();
      if (language !== 'x-default') {
        expect(twin?.language, href).toBe(language);
        expect(twin?.alternates.map((alternate) => alternate.href)).toContain(page.path);
      }
    }
    for (const json of page.structured) {
      const block = JSON.parse(json) as Record<string, unknown>;
      expect(block['@context'], page.path).toBe('https://schema.org');
      expect(block['@type'], page.path).toBeTruthy();
    }
    for (const link of page.links) linked.add(link);
  }
  for (const link of linked) {
    const response = await request.get(link);
    expect(response.status(), link).toBe(200);
  }
});

test('pages to read ship no script of ours but the one for theme and menus', async ({
  request,
}) => {
  for (const path of [
    '/faq',
    '/privacy-policy',
    '/blog',
    '/blog/understanding-heic-format',
    '/de/datenschutz',
  ]) {
    expect((await readPage(request, path)).scripts, path).toBe(0);
  }
  expect((await readPage(request, '/heic-to-jpg')).scripts).toBeGreaterThan(0);
});

test.describe('somebody whose photo failed', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copies the diagnostics on the help page, without the name of the file', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open('/heic-to-jpg');
    const bytes = Buffer.from('no picture at all, but long enough to be looked at');
    await converter.drop({ name: 'Anna-passport.heic', bytes });
    await converter.convert();
    const frame = converter.frame('Anna-passport.heic');
    await frame.getByText('Technical detail').click();
    await frame.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(frame.getByRole('button', { name: 'Copied' })).toBeVisible();

    await page.goto('/help');
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('page /help');
    expect(text).toMatch(/error conversion: /);
    expect(text).toContain('info conversion: 0 done, 1 failed');
    expect(text).not.toContain('Anna');
  });
});

for (const path of ['/', '/heic-to-jpg', '/de/tools/groesse-zuschneiden', '/pricing']) {
  test(`${path} loads at most 100 kB of compressed JavaScript before a file is chosen`, async ({
    page,
  }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  });
}

test('an unknown address answers 404 in the language of its path', async ({ request }) => {
  for (const [path, language] of [
    ['/no-such-page', 'en'],
    ['/es/no-existe', 'es'],
    ['/pt/nao-existe', 'pt'],
    ['/de/gibt-es-nicht', 'de'],
    ['/blog/no-such-article', 'en'],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    const facts = readFacts(path, await response.text());
    expect(facts.language, path).toBe(language);
    expect(facts.headings, path).toBe(1);
  }
});

test('feeds, robots, manifest and the file for language models are served', async ({ request }) => {
  for (const [path, type, words] of [
    ['/blog/feed.xml', 'xml', '<rss'],
    ['/es/blog/feed.xml', 'xml', '<language>es</language>'],
    ['/robots.txt', 'text/plain', 'Sitemap: '],
    ['/llms.txt', 'text/plain', '# Stillpix'],
    ['/site.webmanifest', 'json', '"Stillpix"'],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toContain(type);
    expect(await response.text(), path).toContain(words);
  }
  const image = await request.get('/og/index.png');
  expect(image.headers()['content-type']).toBe('image/png');
});

// Not in the sitemap. /thanks and /account-setup send away whoever comes without a payment: the tests
// of billing look at them.
const privatePaths = [
  '/account',
  '/de/konto',
  '/dashboard',
  '/success',
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
        await settleAnimations(page);
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: { 'target-size': { enabled: true } } })
          .analyze();
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an article and the menus can be used', async ({ page }) => {
    await page.goto('/blog/understanding-heic-format');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page
      .getByRole('navigation', { name: 'All tools' })
      .getByRole('link', { name: 'Compress JPG' })
      .click();
    await expect(page).toHaveURL(/\/tools\/jpg-compress$/);
  });
});

test('the theme is kept and shown before the first paint of the next page', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  // Before a page's first frame nothing has been painted.
  await page.addInitScript(() =>
    requestAnimationFrame(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      Object.assign(window, { firstFrame: backgroundColor });
    }),
  );
  await page.goto('/');
  expect(await page.evaluate(() => Reflect.get(window, 'firstFrame'))).toBe('rgb(17, 16, 15)');
});

test('an open menu covers neither the header nor the ribbon above it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const headerBottom = () =>
    page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  const menuTop = async () => (await page.locator('#menu-tools').boundingBox())?.y;
  await expect(page.getByRole('complementary', { name: 'See Pro' })).toBeVisible();
  await page.getByRole('button', { name: 'Tools' }).click();
  await expect.poll(menuTop).toBeCloseTo(await headerBottom(), 0);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect.poll(menuTop).toBeCloseTo(await headerBottom(), 0);
});

test('the switcher leads to the twin of the page', async ({ page }) => {
  await page.goto('/tools/jpg-compress');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/tools\/jpg-komprimieren$/);
});

test('from a page without a twin the switcher leads to the home page of the language', async ({
  page,
}) => {
  await page.goto('/no-such-page');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de$/);
});

test.describe('a visitor whose browser speaks Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('is offered the Spanish page, not sent to it, and asked once', async ({ page }) => {
    await page.goto('/heic-to-jpg');
    await expect(page).toHaveURL(/\/heic-to-jpg$/);
    const offer = page.getByRole('link', { name: 'Leer en español' });
    await expect(offer).toHaveAttribute('href', '/es/heic-a-jpg');
    await page.locator('[data-offer-close]').click();
    await page.reload();
    await expect(offer).toBeHidden();
  });

  test('who once chose Portuguese is offered Portuguese, whatever the browser speaks', async ({
    page,
  }) => {
    await page.goto('/pt/heic-para-jpg');
    await page.getByRole('button', { name: 'Idioma: Português' }).click();
    await page.getByRole('link', { name: 'Português' }).click();
    await page.goto('/heic-to-jpg');
    await expect(page.getByRole('link', { name: 'Ler em português' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Leer en español' })).toBeHidden();
  });
});

test('the ribbon stays away for seven days after it was closed', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T10:00:00Z'));
  await page.goto('/');
  const ribbon = page.getByRole('complementary', { name: 'See Pro' });
  await expect(ribbon).toBeVisible();
  await ribbon.getByRole('button').click();
  await expect(ribbon).toBeHidden();
  await page.clock.setFixedTime(new Date('2026-11-28T09:00:00Z'));
  await page.reload();
  await expect(ribbon).toBeHidden();
  await page.clock.setFixedTime(new Date('2026-11-28T11:00:00Z'));
  await page.reload();
  await expect(ribbon).toBeVisible();
});

test('the promotional badge is shown until the end that is configured and not after', async ({
  page,
}) => {
  await page.route('**/api/flags', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, promotionEnds: '2025-08-27T06:59:00Z' } });
  });
  await page.clock.setFixedTime(new Date('2025-08-27T06:58:00Z'));
  await page.goto('/');
  await expect(page.getByText('Summer offer')).toBeVisible();
  await page.clock.setFixedTime(new Date('2025-08-27T07:00:00Z'));
  await page.goto('/');
  await expect(page.getByText(/sent in .* since this page opened/)).toBeVisible();
  await expect(page.getByText('Summer offer')).toBeHidden();
});

test('without a promotion there is no badge, and a name-less visitor who is signed in is not asked to sign in', async ({
  page,
}) => {
  const answered = page.waitForResponse('**/api/flags');
  await page.goto('/');
  await answered;
  await expect(page.getByText('Summer offer')).toBeHidden();
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('auth_token', 'some token'));
  await page.goto('/about');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(header.getByText('Sign in', { exact: true })).toBeHidden();
});

for (const [path, blog] of [
  ['/sitemap', '/blog'],
  ['/de/seitenuebersicht', '/de/blog'],
]) {
  test(`${path} lists every article by the alphabet`, async ({ page, request }) => {
    await page.goto(path!);
    const main = page.getByRole('main');
    const listed = main.getByRole('list').nth(-1).getByRole('link');
    const titles = await listed.allTextContents();
    const map = await (await request.get('/sitemap.xml')).text();
    const articles = [...map.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)]
      .map(([, address = '']) => address)
      .filter(
        (address) =>
          address.startsWith(`${blog}/`) &&
          address.split('/').length === blog!.split('/').length + 1,
      );
    expect(articles.length).toBeGreaterThan(15);
    const paths = await listed.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(paths.toSorted()).toEqual(articles.toSorted());
    const language = path === '/sitemap' ? 'en' : 'de';
    expect(titles).toEqual(titles.toSorted(new Intl.Collator(language).compare));
  });
}

test('questions stand in groups', async ({ page }) => {
  await page.goto('/faq');
  const groups = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(groups).toHaveText([
    'Files and formats',
    'Quality and metadata',
    'Devices and use',
    'Pro',
    'Rights and licenses',
  ]);
});
