import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';
import { readWords } from '../testing/words.ts';

const five = ['grid', 'rotated', 'mirrored', 'alpha', 'phone-p3'].map((name) =>
  fixture(`${name}.heic`),
);

function many(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fixture('grid.heic', `photo-${index + 1}.heic`),
  );
}

async function expectInWindow(locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 });
}

/** A pointer in its middle hits it, and nothing that lies over it. */
async function expectNothingCovered(locator: Locator): Promise<void> {
  for (const edge of ['top', 'bottom'] as const) {
    const isHit = await locator.evaluate((element, where) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      const y = where === 'top' ? top + 2 : bottom - 2;
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && element.contains(hit);
    }, edge);
    expect(isHit, `its ${edge} is seen`).toBe(true);
  }
}

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

async function chooseQuality(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
}

for (const { width, height } of [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]) {
  test(`at ${width} x ${height} five photos, the settings that matter and the main button are seen without scrolling, before and after`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop(...five);
    await expect(converter.frames).toHaveCount(5);
    const expectAllInWindow = async (main: Locator) => {
      for (const frame of await converter.frames.all()) await expectInWindow(frame);
      for (const name of ['Save as', 'Quality', 'Largest file']) {
        await expectInWindow(page.getByRole('group', { name, exact: true }));
      }
      await expectInWindow(page.getByLabel('Size of the picture'));
      await expectInWindow(page.getByRole('button', { name: 'More options' }));
      await expectInWindow(main);
      await expectNothingCovered(page.getByRole('button', { name: 'More options' }));
    };
    await expectAllInWindow(converter.start);
    await converter.convert();
    await expectAllInWindow(page.getByRole('button', { name: 'Download all 5' }));
    await chooseQuality(page, /Small/);
    await expectAllInWindow(page.getByRole('button', { name: 'Convert again' }));
  });
}

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

test('with the first photo the heading shrinks to one line, and comes back with an empty table', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const heading = page.getByRole('heading', { level: 1 });
  const before = (await heading.boundingBox())?.height ?? 0;
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  expect((await heading.boundingBox())?.height).toBeLessThan(40);
  await page.getByRole('button', { name: 'Remove grid.heic' }).click();
  await expect(converter.frames).toHaveCount(0);
  expect((await heading.boundingBox())?.height).toBe(before);
});

test('the face of the panel offers formats, qualities, largest files and sizes of the picture, and no more', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  const choices = (name: string) =>
    page.getByRole('group', { name, exact: true }).getByRole('radio');
  const panel = page.getByRole('group', { name: 'Settings', exact: true });
  await expect(choices('Save as')).toHaveCount(3);
  for (const name of ['JPG', 'PNG', 'WebP']) {
    await expectInWindow(panel.getByText(name, { exact: true }));
  }
  await expect(choices('Quality')).toHaveCount(4);
  await expect(choices('Largest file')).toHaveCount(6);
  for (const name of ['Any', '100 kB', '200 kB', '500 kB', '1 MB', '2 MB']) {
    await expectInWindow(panel.getByText(name, { exact: true }));
  }
  await expect(page.getByLabel('Size of the picture')).toHaveValue('original');
  for (const rare of ['Details stored in the photo', 'Colors', 'Names']) {
    await expect(page.getByLabel(rare)).toBeHidden();
  }
  await page.getByRole('button', { name: 'More options' }).click();
  for (const rare of ['Details stored in the photo', 'Colors', 'Names']) {
    await expect(page.getByLabel(rare)).toBeVisible();
  }
});

test('the quality that is set is one of those shown, or says that it is custom', async ({
  page,
}) => {
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked();
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('slider').press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /Custom 91/ })).toBeChecked();
});

test('the size beside the slider is the measured one, and then the one that came', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'Adjust' }).click();
  const said = page.getByText(/^About .*, measured from the photos$/);
  const measured = /^About (.*), /.exec((await said.textContent()) ?? '')?.[1] ?? '';
  await expect(page.getByText(`about ${measured}`, { exact: true })).toBeVisible();
  await expect(page.getByText(/^A rule of thumb/)).toBeHidden();
  await converter.convert();
  const facts = (await converter.frame('grid.heic').textContent()) ?? '';
  const came = /→ ([\d.,]+ [kM]?B)/.exec(facts)?.[1] ?? 'nothing';
  await expect(page.getByText(`about ${came}`, { exact: true })).toBeVisible();
});

test('few photos stand in a grid, many in a list, and the visitor may choose', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(3));
  const list = page.getByRole('button', { name: 'List', exact: true });
  const grid = page.getByRole('button', { name: 'Large pictures' });
  await expect(grid).toHaveAttribute('aria-pressed', 'true');
  await converter.drop(...many(20).slice(3));
  await expect(converter.frames).toHaveCount(20);
  await expect(list).toHaveAttribute('aria-pressed', 'true');
  await expectInWindow(converter.frames.first());
  await expectInWindow(converter.frames.last());
  await grid.click();
  await expect(grid).toHaveAttribute('aria-pressed', 'true');
});

test('twenty fit on one screen with all that is to be said of their results, and what is cut off is said with the large picture', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  const broken = fixture('grid.heic').bytes.subarray(0, 900);
  await converter.drop(
    { name: 'broken.heic', bytes: broken },
    ...Array.from({ length: 19 }, (_, index) =>
      fixture(index % 2 === 0 ? 'phone-p3.heic' : 'two.heic', `photo-${index + 2}.heic`),
    ),
  );
  await expect(converter.frames).toHaveCount(20);
  await converter.convert();
  await expect(converter.frames.first()).toContainText('Invalid or corrupted HEIC file');
  for (const frame of await converter.frames.all()) await expectInWindow(frame);
  const done = converter.frame('photo-2.heic').getByText(/^Done/);
  await expectNothingCovered(done);
  await expectNothingCovered(converter.frames.first().getByText(/^Invalid or corrupted/));
  await page.getByRole('button', { name: 'What to know about photo-2.heic' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Turned as the camera noted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave as stored' }).click();
  await expect(dialog.getByText('As stored, not turned')).toBeVisible();
});

test('the same file twice is refused beside the photos, with its reason', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await page.setInputFiles('input[type=file]', fixturePath('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  await page.setInputFiles('input[type=file]', fixturePath('grid.heic'));
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('It is on the table already.');
  await expectInWindow(notice);
  await expect(converter.frames).toHaveCount(1);
});

test('what is refused stands under its own reason, in sight, and moves nothing', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const notes = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no picture') };
  const choose = page.getByText('Choose photos', { exact: true });
  const empty = await choose.boundingBox();
  await converter.drop(notes);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('notes.txt');
  await expectInWindow(notice);
  expect(await choose.boundingBox()).toEqual(empty);

  const picture = page.getByRole('button', { name: 'Show grid.heic large' });
  await page.setInputFiles('input[type=file]', fixturePath('grid.heic'));
  await expect(converter.frame('grid.heic')).toContainText('200 × 150');
  await expect(notice).toBeHidden();
  const before = await picture.boundingBox();
  await page.setInputFiles('input[type=file]', [
    fixturePath('grid.heic'),
    fileURLToPath(import.meta.url),
  ]);
  await expectInWindow(notice);
  const [wrong, others] = await notice.getByRole('list').all();
  await expect(wrong!).toContainText('Unsupported file format');
  await expect(wrong!).not.toContainText('grid.heic');
  await expect(others!).toContainText('grid.heic');
  await expect(notice.getByText('Some files stayed off the table')).toBeVisible();
  expect(await picture.boundingBox()).toEqual(before);
});

test('the sum says what failed', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const broken = fixture('grid.heic').bytes.subarray(0, 900);
  await converter.drop(fixture('grid.heic'), { name: 'broken.heic', bytes: broken });
  await converter.convert();
  await expect(page.getByText(/^1 photo in .*, 1 failed$/)).toBeVisible();
});

test('after a cancel the sum says what was done, and nothing of what was not', async ({ page }) => {
  // What the second photo needs never comes, so that it is at work for as long as it takes.
  await page.context().route(/\/webp_enc[\w-]*\.wasm$/, () => {});
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Settings for rotated.heic only' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'WebP' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await converter.start.click();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  await converter.cancel.click();
  await converter.finish();
  await expect(page.getByText(/^1 photo in [^,]*$/)).toBeVisible();
  await expect(converter.frame('rotated.heic')).toContainText('Ready');
  await expect(page.getByText(/failed/)).toBeHidden();
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  const isStill = reducedMotion === 'reduce';
  test(`what moves on the table ${isStill ? 'stands still for' : 'moves for'} those who ${isStill ? 'ask for less motion' : 'do not mind'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const moved = new Set<string>();
      Object.assign(window, { moved });
      const look = () => {
        for (const animation of document.getAnimations()) {
          const { duration } = animation.effect?.getComputedTiming() ?? {};
          if (typeof duration === 'number' && duration > 1) moved.add(animation.constructor.name);
        }
        requestAnimationFrame(look);
      };
      look();
    });
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
    await converter.convert();
    await page.getByRole('button', { name: /^Compare grid\.heic/ }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: /^After/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    const moved = () => page.evaluate(() => [...(window as unknown as { moved: string[] }).moved]);
    if (isStill) expect(await moved()).toEqual([]);
    else await expect.poll(moved).not.toEqual([]);
  });
}

test('after a change of settings the main button converts again, and saving is the second', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await chooseQuality(page, /Small/);
  const again = await page.getByRole('button', { name: 'Convert again' }).boundingBox();
  const save = await page.getByRole('button', { name: 'Download all 2' }).boundingBox();
  expect(again?.y).toBeLessThan(save?.y ?? 0);
  expect(again?.height).toBeGreaterThan(save?.height ?? Infinity);
  await expect(converter.frame('grid.heic')).toContainText('Made with other settings');
});

test('with Pro and more than one photo the main button is the ZIP', async ({ page }) => {
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  const zip = await page.getByRole('button', { name: 'Download ZIP' }).boundingBox();
  const each = await page.getByRole('button', { name: 'Download all 2' }).boundingBox();
  expect(zip?.height).toBeGreaterThan(each?.height ?? Infinity);
});

test('no text of the page says "upload" for adding a photo', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(6), { name: 'notes.txt', bytes: Buffer.from('no picture') });
  await expect(page.getByRole('dialog')).toBeVisible();
  const region = page.getByRole('region', { name: 'Photo converter' });
  await expect(page.getByRole('dialog')).not.toContainText(/upload/i);
  await page.keyboard.press('Escape');
  await expect(region).not.toContainText(/upload/i);
});

for (const [language, path] of [
  ['en', '/heic-to-jpg'],
  ['es', '/es/heic-a-jpg'],
  ['pt', '/pt/heic-para-jpg'],
  ['de', '/de/heic-zu-jpg'],
] as const) {
  test(`what happened last is said without covering a setting or a photo at ${path}`, async ({
    page,
  }) => {
    const words = await readWords(language);
    const { quality, actions, advanced } = words;
    await page.setViewportSize({ width: 1280, height: 720 });
    const converter = new ConverterPage(page, words);
    await converter.open(path);
    await converter.drop(...five);
    await converter.convert();
    await page.getByRole('radio', { name: new RegExp(quality.presets.balanced) }).check();
    await page.route('**/api/validate-features', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await page.getByRole('button', { name: actions.startAgain }).click();
    await expectInWindow(page.getByRole('alert'));
    await expectNothingCovered(page.getByRole('button', { name: advanced.title }));
    await expectInWindow(page.getByRole('button', { name: actions.startAgain }));
    for (const frame of await converter.frames.all()) {
      await expectInWindow(frame);
      await expectNothingCovered(frame);
    }
  });
}

for (const [language, path] of [
  ['es', '/es/heic-a-jpg'],
  ['pt', '/pt/heic-para-jpg'],
  ['de', '/de/heic-zu-jpg'],
] as const) {
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

for (const [language, path] of [
  ['en', '/heic-to-jpg'],
  ['es', '/es/heic-a-jpg'],
  ['pt', '/pt/heic-para-jpg'],
  ['de', '/de/heic-zu-jpg'],
] as const) {
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
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    }
  });
}

for (const [width, height] of [
  [640, 360],
  [320, 568],
] as const) {
  test(`at ${width} x ${height}, as much as a zoomed page has, a photo and the main button are seen, and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
    await expect(converter.frames).toHaveCount(2);
    await expectInWindow(converter.start);
    await expect(page.getByRole('button', { name: 'Show grid.heic large' })).toBeInViewport();
    await converter.convert();
    await expectInWindow(page.getByRole('button', { name: 'Download all 2' }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
