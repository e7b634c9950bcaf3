import { expect, type Locator, test } from '@playwright/test';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { expectInWindow, expectNothingCovered } from '../testing/in-window.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';
import { readWords } from '../testing/words.ts';

const five = ['grid', 'rotated', 'mirrored', 'alpha', 'phone-p3'].map((name) =>
  fixture(`${name}.heic`),
);

/** The same page in each language. */
const pageOfEach = [
  ['en', '/heic-to-jpg'],
  ['es', '/es/heic-a-jpg'],
  ['pt', '/pt/heic-para-jpg'],
  ['de', '/de/heic-zu-jpg'],
] as const;

/** Choices of menus that would not be seen whole once they are chosen. */
function findCutChoices(within: Element): string[] {
  const context = document.createElement('canvas').getContext('2d')!;
  return [...within.querySelectorAll('select')].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    context.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return [...select.options]
      .map(({ text }) => text)
      .filter((text) => context.measureText(text).width > room);
  });
}

test('in small and larger windows five photos, the settings that matter and the main button are seen without scrolling, before and after', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...five);
  await expect(converter.frames).toHaveCount(5);
  const expectAllInWindow = async (when: string, main: Locator) => {
    for (const { width, height } of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
    ]) {
      await test.step(`${when} at ${width} x ${height}`, async () => {
        await page.setViewportSize({ width, height });
        for (const frame of await converter.frames.all()) await expectInWindow(frame);
        for (const name of ['Save as', 'Quality', 'Max file size']) {
          await expectInWindow(page.getByRole('group', { name, exact: true }));
        }
        await expectInWindow(page.getByLabel('Size of the picture'));
        await expectInWindow(page.getByRole('button', { name: 'More options' }));
        await expectInWindow(main);
        await expectNothingCovered(page.getByRole('button', { name: 'More options' }));
      });
    }
  };
  await expectAllInWindow('before', converter.start);
  await converter.convert();
  await expectAllInWindow('after', page.getByRole('button', { name: 'Download all 5' }));
  await page.getByRole('radio', { name: /Small/ }).check();
  await expectAllInWindow('changed', page.getByRole('button', { name: 'Convert again' }));
});

test('the resize page keeps its main button in sight, without a scroll bar in the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(...five);
  await page.getByLabel('Size of the picture').selectOption({ label: 'Full HD, 1920 × 1080' });
  await expectInWindow(converter.start);
  const scrolling = await page.evaluate(() =>
    [...document.querySelectorAll('[data-workspace] *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        const scrolls = overflowY === 'auto' || overflowY === 'scroll';
        return scrolls && element.scrollHeight > element.clientHeight;
      })
      .map(({ className }) => className),
  );
  expect(scrolling).toEqual([]);
});

for (const [language] of pageOfEach) {
  test(`a size of one’s own pushes no setting under the main button, in ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const words = await readWords(language);
    const { resize, advanced } = words;
    const converter = new ConverterPage(page, words);
    await converter.open(pathOf('image-resize-crop', language));
    await converter.drop(...five);
    await page.getByLabel(resize.presets).selectOption(resize.own);
    await page.getByLabel(`${resize.height} (${resize.pixels})`).fill('900');
    const more = page.getByRole('button', { name: advanced.title, exact: true });
    await expectInWindow(more);
    await expectNothingCovered(more);
    await expectInWindow(converter.start);
    await expectNothingCovered(converter.start);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('photos and the main button are seen together, and settings are one touch away', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(...five);
    await expect(converter.frames).toHaveCount(5);
    await expectInWindow(converter.frames.first());
    await expectInWindow(converter.start);
    const format = page.getByRole('radio', { name: 'PNG' });
    await expect(format).toBeHidden();
    await page.getByRole('button', { name: 'Settings', exact: true }).tap();
    await format.check();
    await expectInWindow(converter.start);
    await page.getByRole('button', { name: 'Settings', exact: true }).tap();
    await expect(format).toBeHidden();
    await expectInWindow(converter.frames.first());
    await converter.convert();
    await expectInWindow(converter.frames.first());
    await expectInWindow(page.getByRole('button', { name: 'Download all 5' }));
    await expect(page.getByRole('main')).not.toContainText(/\b(?:drop|press|Ctrl)\b/i);
  });
});

for (const [language, path] of pageOfEach) {
  test(`every button beside the main one has one line, and what happened last covers nothing, at ${path}`, async ({
    page,
  }) => {
    const words = await readWords(language);
    const { quality, actions, advanced } = words;
    await page.setViewportSize({ width: 1280, height: 720 });
    const converter = new ConverterPage(page, words);
    await converter.open(path);
    await converter.drop(...five);
    await converter.convert();
    const again = page.getByRole('button', { name: actions.startAgain });

    await test.step('one line, before and after a change', async () => {
      const all = page.getByRole('button', { name: actions.downloadAll(5) });
      const zip = page.getByRole('button', { name: new RegExp(`^${actions.zip}`) });
      const oneLine = 40;
      const row = (await zip.boundingBox())!;
      expect(row.height).toBeLessThan(oneLine);
      await page.getByRole('radio', { name: new RegExp(quality.presets.balanced) }).check();
      await expect(again).toBeVisible();
      const [first, second] = [(await all.boundingBox())!, (await zip.boundingBox())!];
      expect(first.height).toBeLessThan(oneLine);
      expect(second.y).toBe(first.y);
    });

    await test.step('what happened last covers neither a setting nor a photo', async () => {
      await page.route('**/api/validate-features', (route) =>
        route.fulfill({ status: 500, json: {} }),
      );
      await again.click();
      await expectInWindow(page.getByRole('alert'));
      await expectNothingCovered(page.getByRole('button', { name: advanced.title }));
      await expectInWindow(again);
      for (const frame of await converter.frames.all()) {
        await expectInWindow(frame);
        await expectNothingCovered(frame);
      }
    });
  });
}

for (const [language, path] of pageOfEach) {
  test(`no label is cut in the workspace at ${path}, wide and narrow`, async ({ page }) => {
    const words = await readWords(language);
    const converter = new ConverterPage(page, words);
    await visitAsPro(page);
    await converter.open(path);
    await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
    await converter.convert();
    await page.getByRole('radio', { name: new RegExp(words.quality.presets.balanced) }).check();
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('[data-workspace] :is(button, label, legend, h2, p)')]
          // A file's name may be long; it stands whole in the title.
          .filter((element) => element.clientWidth > 1 && !element.hasAttribute('title'))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      );
      expect(cut).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test('on a phone’s list what failed is read whole', async ({ page }) => {
  const words = await readWords('de');
  await page.setViewportSize({ width: 360, height: 740 });
  const converter = new ConverterPage(page, words);
  await converter.open('/de/heic-zu-jpg');
  const broken = fixture('grid.heic').bytes.subarray(0, 900);
  await converter.drop({ name: 'broken.heic', bytes: broken });
  await converter.convert();
  await page.getByRole('button', { name: words.list.views.list, exact: true }).click();
  const state = converter.frames.first().getByText(words.failures.heicCorrupt);
  const inside = await state.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { bottom } = range.getBoundingClientRect();
    return bottom <= element.parentElement!.getBoundingClientRect().bottom + 1;
  });
  expect(inside).toBe(true);
});

for (const [language, path] of pageOfEach) {
  test(`with a largest file and settings that changed all settings are seen at ${path}`, async ({
    page,
  }) => {
    const words = await readWords(language);
    await page.setViewportSize({ width: 1280, height: 720 });
    const converter = new ConverterPage(page, words);
    await converter.open(path);
    await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
    await converter.convert();
    await page.getByRole('radio', { name: '200 kB' }).check();
    await expectInWindow(page.getByRole('button', { name: words.actions.startAgain }));
    const more = page.getByRole('button', { name: words.advanced.title });
    await expectInWindow(more);
    await expectNothingCovered(more);
  });

  test(`no label is cut in a dialog of the table at ${path}, wide and narrow`, async ({ page }) => {
    const words = await readWords(language);
    const converter = new ConverterPage(page, words);
    await converter.open(path);
    await converter.drop(fixture('phone-p3.heic'));
    await converter.convert();
    const { list, advanced } = words;
    const mainButtons = new Map([
      [list.cropFile('phone-p3.heic'), words.cropEditor.apply],
      [list.ownFile('phone-p3.heic'), advanced.done],
      [advanced.title, advanced.done],
    ]);
    const openers = [
      list.compareFile('phone-p3.heic'),
      list.cropFile('phone-p3.heic'),
      list.ownFile('phone-p3.heic'),
      advanced.title,
    ];
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const opener of openers) {
        const settings = page.getByRole('button', { name: words.actions.settings, exact: true });
        const isInPanel = width < 960 && opener === advanced.title;
        if (isInPanel) await settings.click();
        await page.getByRole('button', { name: opener, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('button').first()).toBeVisible();
        const cut = await dialog.evaluate((element) =>
          [...element.querySelectorAll('button, label, legend, h2, p, dt, dd')]
            .filter(({ clientWidth }) => clientWidth > 1)
            .filter((each) => each.querySelector('.visually-hidden') === null)
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        );
        expect(cut, `${opener} at ${width}`).toEqual([]);
        expect(await dialog.evaluate(findCutChoices), `${opener} at ${width}`).toEqual([]);
        const isWider = await dialog.evaluate((each) => each.scrollWidth > each.clientWidth + 1);
        expect(isWider, `${opener} scrolls sideways at ${width}`).toBe(false);
        const main = mainButtons.get(opener);
        if (main) await expectInWindow(dialog.getByRole('button', { name: main, exact: true }));
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    }
  });
}

test('as much as a zoomed page has, a photo and the main button are seen, and nothing scrolls sideways', async ({
  page,
}) => {
  const zoomed = [
    [640, 360],
    [320, 568],
  ] as const;
  const converter = new ConverterPage(page);
  await page.setViewportSize({ width: 640, height: 360 });
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await expect(converter.frames).toHaveCount(2);
  for (const [width, height] of zoomed) {
    await test.step(`before, at ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expectInWindow(converter.start);
      await expect(page.getByRole('button', { name: 'Show grid.heic large' })).toBeInViewport();
    });
  }
  await converter.convert();
  for (const [width, height] of zoomed) {
    await test.step(`after, at ${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expectInWindow(page.getByRole('button', { name: 'Download all 2' }));
      // Whatever is measured by script fits itself with the next frame.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
    });
  }
});
