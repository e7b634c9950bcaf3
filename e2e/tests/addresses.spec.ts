import { expect, test } from '@playwright/test';
import { listSitemap, readFacts, readPage, type PageFacts } from '../testing/page-facts.ts';

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
