import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import {
  ConverterPage,
  fixture,
  fixturePath,
  photo,
  photoFolder,
} from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

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
  await page.getByRole('button', { name: 'What to know about photo-2.heic' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Turned as the camera noted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave as stored' }).click();
  await expect(dialog.getByText('As stored, not turned')).toBeVisible();
});

test('a click on a photo shows it large, and arrow keys lead to the next', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Show grid.heic large' }).click();
  await expect(page.getByRole('dialog', { name: 'grid.heic' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'rotated.heic' })).toBeVisible();
  await expect(page.getByRole('dialog').getByText('2 of 2')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'grid.heic' })).toBeVisible();
});

test('photos are put into another order, by keys and by hand', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'), fixture('alpha.heic'));
  const names = converter.frames.locator('p[title]');
  await page.getByRole('button', { name: 'Show grid.heic large' }).press('Alt+ArrowRight');
  await expect(names).toHaveText(['rotated.heic', 'grid.heic', 'alpha.heic']);
  await expect(page.getByRole('button', { name: 'Show grid.heic large' })).toBeFocused();
  await converter.frame('alpha.heic').dragTo(converter.frame('rotated.heic'));
  await expect(names).toHaveText(['alpha.heic', 'rotated.heic', 'grid.heic']);
});

test('settings hold for one photo only where that is asked, and the photo says so', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Settings for grid.heic only' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings for grid.heic only' });
  await dialog.getByRole('radio', { name: 'PNG' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(converter.frame('grid.heic')).toContainText('Only this one');
  await expect(converter.frame('rotated.heic')).not.toContainText('Only this one');
  await converter.convert();
  expect((await converter.downloadOf('grid.png')).name).toBe('grid.png');
  expect((await converter.downloadOf('rotated.jpg')).name).toBe('rotated.jpg');
});

test('results stay until new ones are there, and when permission is refused', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await chooseQuality(page, /Small/);
  const again = page.getByRole('button', { name: 'Convert again' });
  await expect(again).toBeVisible();
  await page.route('**/api/validate-features', (route) => route.fulfill({ status: 500, json: {} }));
  await again.click();
  await expect(page.getByRole('alert')).toContainText('Unable to validate conversion limits');
  expect((await converter.downloadOf('grid.jpg')).bytes.length).toBeGreaterThan(0);
  await page.unroute('**/api/validate-features');
  await again.click();
  await converter.finish();
  await expect(converter.frame('grid.heic')).toContainText('Done');
});

test('ten results are all converted again, as many at once as the limit allows', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const ten = many(10);
  await converter.drop(...ten.slice(0, 5));
  await converter.convert();
  await converter.drop(...ten.slice(5));
  await expect(converter.frames).toHaveCount(10);
  await converter.convert();
  await expect(page.getByRole('button', { name: 'Download all 10' })).toBeVisible();
  await chooseQuality(page, /Small/);
  await page.getByRole('button', { name: 'Convert again: 5 of 10' }).click();
  await converter.finish();
  await page.getByRole('button', { name: 'Convert again', exact: true }).click();
  await converter.finish();
  await expect(page.getByRole('button', { name: 'Download all 10' })).toBeVisible();
  await expect(converter.frames.filter({ hasText: 'Made with other settings' })).toHaveCount(0);
});

test('photos are rotated, one and all, and come out as they are shown', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('drawing.png'));
  const frame = converter.frame('grid.heic');
  await expect(frame).toContainText('200 × 150');
  await page.getByRole('button', { name: 'Rotate grid.heic right' }).click();
  await expect(frame).toContainText('150 × 200');
  await converter.convert();
  const turned = await sharp((await converter.downloadOf('grid.jpg')).bytes).metadata();
  expect([turned.width, turned.height]).toEqual([150, 200]);
  await page.getByRole('button', { name: 'Rotate all left' }).click();
  await expect(frame).toContainText('200 × 150');
});

test('names follow a pattern, are shown before, and never two are alike', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic', 'other.heic'));
  await page.getByRole('button', { name: 'More options' }).click();
  const names = page.getByLabel('Names');
  await names.selectOption('With a number');
  await expect(page.getByText('01 grid.jpg, 02 other.jpg')).toBeVisible();
  await names.selectOption('A pattern of your own');
  await page.getByLabel('Pattern').fill('Italy');
  await expect(page.getByText('Italy.jpg, Italy (2).jpg')).toBeVisible();
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

test('a cleared table comes back when that is undone', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(converter.frames).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Download all 2' })).toBeVisible();
});

test('another language keeps photos, settings and results, and leaves nothing behind', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await chooseQuality(page, /Balanced/);
  await converter.convert();
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\//);
  const frames = page.getByRole('list', { name: 'Fotos auf dem Leuchttisch' }).locator('> li');
  await expect(frames).toHaveCount(2);
  await expect(frames.first()).toContainText('Fertig');
  await expect(page.getByText('Qualität 85')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alle 2 herunterladen' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names: string[] = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
        return names;
      }),
    )
    .toEqual([]);
});

test('the browser asks before results are lost that nobody saved, and only then', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await converter.downloadOf('grid.jpg');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('the sum says what failed', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const broken = fixture('grid.heic').bytes.subarray(0, 900);
  await converter.drop(fixture('grid.heic'), { name: 'broken.heic', bytes: broken });
  await converter.convert();
  await expect(page.getByText(/^1 photo in .*, 1 failed$/)).toBeVisible();
});

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

test.describe('with real photos', () => {
  test.skip(!existsSync(photoFolder), 'the corpus of real photos is not here');
  const names = [
    'iphone-12mp-grid.heic',
    'iphone-12mp-p3-portrait.heic',
    'iphone-immich.heic',
    'xiaomi.heic',
    'galaxy-s24-exif6-no-irot.heic',
  ];

  test('the size said before is within 15 % of what comes, whatever the quality', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(...names.map(photo));
    for (const quality of [/Standard/, /Small/, /Balanced/]) {
      await chooseQuality(page, quality);
      const said = page.getByText(/^About .* MB, measured from the photos$/);
      await expect(said).toBeVisible({ timeout: 60_000 });
      const expected = Number.parseFloat(((await said.textContent()) ?? '').slice('About '.length));
      await page.getByRole('button', { name: /Start Conversion|Convert again/ }).click();
      await converter.finish();
      const total = await page.getByText(/ became /).textContent();
      const made = Number.parseFloat((total ?? '').split(' became ')[1] ?? '');
      expect(expected / made).toBeGreaterThan(0.85);
      expect(expected / made).toBeLessThan(1.15);
    }
  });

  test('a size that quality alone cannot reach is reached with fewer pixels, said before and after', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(photo('iphone-12mp-grid.heic'));
    await page.getByRole('radio', { name: '100 kB' }).check();
    await expect(
      page.getByText('Where quality alone is not enough, the picture is made smaller too.'),
    ).toBeVisible();
    await converter.convert();
    await expect(converter.frame('iphone-12mp-grid.heic')).toContainText('Also made smaller');
    const { bytes } = await converter.downloadOf('iphone-12mp-grid.jpg');
    expect(bytes.length).toBeLessThanOrEqual(100_000);
    expect((await sharp(bytes).metadata()).width).toBeLessThan(4032);
  });

  test('a missed size is amber and says why, where the picture may not be made smaller', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(photo('iphone-12mp-grid.heic'));
    await page.getByRole('radio', { name: '100 kB' }).check();
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('switch', { name: /Make the picture smaller/ }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await converter.convert();
    const frame = converter.frame('iphone-12mp-grid.heic');
    await expect(frame).toContainText('still above your limit');
    await expect(frame.getByText(/^Done, but/)).toHaveCSS('color', 'rgb(242, 193, 78)');
  });

  test('a JPG that is bigger than its HEIC is no success in green, and one click makes it smaller', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(photo('iphone-12mp-p3-portrait.heic'));
    await converter.convert();
    const frame = converter.frame('iphone-12mp-p3-portrait.heic');
    await expect(frame.getByText(/^Done, .* bigger$/)).not.toHaveCSS('color', 'rgb(127, 208, 154)');
    const first = await converter.downloadOf('iphone-12mp-p3-portrait.jpg');
    await frame.getByRole('button', { name: /^Smaller: quality 85, about/ }).click();
    await converter.finish();
    await expect(frame).toContainText('Only this one');
    const second = await converter.downloadOf('iphone-12mp-p3-portrait.jpg');
    expect(second.bytes.length).toBeLessThan(first.bytes.length);
  });
});
