import { expect, test, type Locator } from '@playwright/test';
import { contrastOf } from '../testing/contrast.ts';

/** How many items stand in each row, from the top. */
async function countRows(items: Locator): Promise<number[]> {
  const tops = await items.evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().top)),
  );
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}

for (const width of [390, 700, 800, 1024, 1280, 1600]) {
  test(`at ${width} pixels no row of tools has an empty cell`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/tools');
    const cards = await countRows(page.getByRole('main').getByRole('list').first().locator('> li'));
    expect(new Set(cards).size, `cards in rows: ${cards.join(', ')}`).toBe(1);
    const name = width < 1200 ? 'Menu' : 'Tools';
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    const links = page.locator('[popover]:popover-open li');
    await expect(links.first()).toBeVisible();
    const rows = await countRows(links);
    expect(new Set(rows).size, `links in rows: ${rows.join(', ')}`).toBe(1);
  });
}

for (const path of ['/pricing', '/de/preise']) {
  test(`${path} has the buttons of both plans in line`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    const plans = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('list') });
    const tops = await plans
      .locator('> a')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(tops).toHaveLength(2);
    expect(tops[0]).toBe(tops[1]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('everything on the card of Pro can be read', async ({ page }) => {
      await page.goto('/pricing');
      const plan = page.getByRole('main').locator('section').filter({ hasText: 'Go Pro' }).last();
      for (const text of await plan.locator('h2, p, span, li, a').all()) {
        expect(await contrastOf(text), (await text.textContent()) ?? '').toBeGreaterThanOrEqual(
          4.5,
        );
      }
    });

    test('“Copy diagnostics” can be read where it is offered', async ({ page }) => {
      await page.goto('/help');
      // What the page offers once something went wrong in this tab.
      await page.locator('[data-diagnostics]').evaluate((offer) => offer.removeAttribute('hidden'));
      const button = page.getByRole('button', { name: 'Copy diagnostics' });
      await expect(button).toBeVisible();
      expect(await contrastOf(button)).toBeGreaterThanOrEqual(4.5);
    });
  });
}

test('the picture of an article is shown whole', async ({ page }) => {
  await page.goto('/blog/understanding-heic-format');
  const shape = await page
    .getByRole('article')
    .locator('header :is(img, svg)')
    .evaluate((picture) => {
      const { width, height } = picture.getBoundingClientRect();
      const stored = [picture.getAttribute('width'), picture.getAttribute('height')].map(Number);
      return { shown: width / height, stored: (stored[0] ?? 0) / (stored[1] ?? 1) };
    });
  expect(shape.shown).toBeCloseTo(shape.stored, 1);
});

for (const path of ['/faq', '/es/preguntas-frecuentes', '/pt/perguntas-frequentes', '/de/faq']) {
  test(`with wider text ${path} still fits the narrowest screen`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    // What WCAG 2.2 asks a page to bear (1.4.12).
    await page.evaluate(() => {
      const wider = new CSSStyleSheet();
      wider.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      document.adoptedStyleSheets = [wider];
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(page.getByRole('banner').getByRole('button').last()).toBeInViewport({ ratio: 1 });
  });
}
