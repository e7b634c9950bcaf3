import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { expectInWindow, expectNothingCovered } from '../testing/in-window.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

function many(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fixture('grid.heic', `photo-${index + 1}.heic`),
  );
}

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

test('what is dropped far below the table is brought into view, and what is refused, too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const converter = new ConverterPage(page);
  await converter.open('/');
  const scrollDown = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const noPhoto = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('text') };
  await scrollDown();
  await converter.drop(noPhoto);
  await expect(page.getByText('notes.txt')).toBeInViewport();
  await scrollDown();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toBeInViewport();
  await expect(converter.start).toBeInViewport();
  await scrollDown();
  await converter.drop(fixture('rotated.heic'));
  await expect(converter.frame('rotated.heic')).toBeInViewport();
  await scrollDown();
  await converter.drop(noPhoto);
  await expect(page.getByText('notes.txt')).toBeInViewport();
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
  await expect(choices('Max file size')).toHaveCount(6);
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
  await expect(dialog.getByText('Rotated as the camera recorded')).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave as stored' }).click();
  await expect(dialog.getByText('As stored, not rotated')).toBeVisible();
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

test('the sum is that of the photos that were just converted, and says what they weigh', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await expect(page.getByText(/^5 kB became /)).toBeVisible();
  await converter.drop(fixture('alpha.heic'));
  await expect(converter.frames).toHaveCount(2);
  await converter.convert();
  await expect(page.getByText(/^1 photo in /)).toBeVisible();
  await expect(page.getByText(/^2 kB became /)).toBeVisible();
});

test('after a cancel the sum says what was done, and nothing of what was not', async ({ page }) => {
  // What the second photo needs never comes, so that it is at work for as long as it takes.
  await page.context().route(/\/vp8[\w-]*\.wasm$/, () => {});
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
  await page.getByRole('radio', { name: /Small/ }).check();
  const again = await page.getByRole('button', { name: 'Convert again' }).boundingBox();
  const save = await page.getByRole('button', { name: 'Download all 2' }).boundingBox();
  expect(again?.y).toBeLessThan(save?.y ?? 0);
  expect(again?.height).toBeGreaterThan(save?.height ?? Infinity);
  await expect(converter.frame('grid.heic')).toContainText('Out of date: convert again');
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
