import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

function many(count: number, from = 1) {
  return Array.from({ length: count }, (_, index) =>
    fixture('grid.heic', `photo-${index + from}.heic`),
  );
}

/** Of two pictures, on average of all samples. */
function differenceOf(made: Buffer, wanted: Buffer): number {
  expect(made.length).toBe(wanted.length);
  const sum = made.reduce((so, value, index) => so + Math.abs(value - (wanted[index] ?? 0)), 0);
  return sum / made.length;
}

test('a crop in a fixed shape shows on the thumbnails at once, on one and on all', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('drawing.png'));
  await expect(converter.frame('grid.heic')).toContainText('200 × 150');
  await page.getByRole('button', { name: 'Crop grid.heic' }).click();
  const dialog = page.getByRole('dialog');
  for (const shape of ['Free', 'Square', '4:3', '3:2', '16:9', '9:16', 'Passport 2 × 2 in']) {
    await expect(dialog.getByRole('radio', { name: shape, exact: true })).toBeVisible();
  }
  await dialog.getByRole('radio', { name: 'Passport 35 × 45 mm' }).check();
  const [width = 0, height = 1] = ((await dialog.getByText(/^\d+ × \d+ px$/).textContent()) ?? '')
    .split(' × ')
    .map(Number.parseFloat);
  expect(width / height).toBeCloseTo(35 / 45, 1);
  await dialog.getByRole('button', { name: 'Crop all like this' }).click();
  for (const name of ['grid.heic', 'drawing.png']) {
    const frame = converter.frame(name);
    await expect(frame).toContainText('Cropped');
    const shadow = frame.locator('[class*="_crop_"]');
    await expect(shadow).toBeVisible();
    const box = await shadow.boundingBox();
    const picture = await frame.locator('canvas').first().boundingBox();
    expect(box?.width).toBeLessThan(picture?.width ?? 0);
  }
  await converter.convert();
  const made = await sharp((await converter.downloadOf('grid.jpg')).bytes).metadata();
  expect(made).toMatchObject({ width, height });
});

test('photos are flipped, and come out so', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('radio', { name: 'PNG' }).check();
  await page.getByRole('button', { name: 'Flip all left for right' }).click();
  await converter.convert();
  const made = await sharp((await converter.downloadOf('grid.png')).bytes)
    .removeAlpha()
    .raw()
    .toBuffer();
  const wanted = await sharp(fixturePath('grid.png')).flop().removeAlpha().raw().toBuffer();
  expect(differenceOf(made, wanted)).toBeLessThan(2);
});

test('photos beyond the limit wait in sight, come in as room comes, and make room for themselves', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const spoken = page.locator('output.visually-hidden');
  await converter.drop(...many(7));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(spoken).toHaveText(
    '5 photos added, 5 on the table. Ready to convert. 2 photos waiting for room.',
  );
  const waiting = page.getByRole('region', { name: '2 photos waiting' });
  await expect(waiting).toContainText('photo-6.heic');
  await expect(waiting).toContainText('photo-7.heic');
  // Said above the photos, too: the line itself may be further down than the window.
  await expect(page.getByText(/^5 photos · .* · \+2 waiting$/)).toBeInViewport();
  await converter.convert();
  await expect(converter.frames).toHaveCount(7);
  await expect(waiting).toBeHidden();
  // A screen reader reads neither if one takes the place of the other at once.
  await expect(spoken).toContainText('All 5 photos converted. 2 photos came in, 0 still waiting.');
  await converter.convert();
  await page.getByRole('button', { name: 'Download all 7' }).click();
  await converter.drop(...many(6, 8));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const last = page.getByRole('region', { name: '1 photo waiting' });
  await last.getByRole('button', { name: 'Take 7 saved photos off' }).click();
  await expect(converter.frames).toHaveCount(5);
  await expect(last).toContainText('photo-13.heic');
});

test('who waits already is joined without another question, and the first question has true numbers', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(1));
  await expect(converter.frames).toHaveCount(1);
  await converter.drop(...many(9, 2));
  const question = page.getByRole('dialog', { name: 'You picked 9 photos' });
  await question.getByRole('button', { name: 'Continue free with the first 4' }).click();
  await expect(page.getByRole('region', { name: '5 photos waiting' })).toBeVisible();
  await converter.drop(...many(1, 11));
  await expect(page.getByRole('region', { name: '6 photos waiting' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('those who wait are back with Undo after a wrong click', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(7));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Do not add them' }).click();
  await expect(page.getByRole('region', { name: '2 photos waiting' })).toBeHidden();
  await expect(page.getByText('2 photos not added.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: '2 photos waiting' })).toBeVisible();
});

test('with Pro they come in at once', async ({ page }) => {
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(7));
  await expect(converter.frames).toHaveCount(7);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('names tell when a photo was taken, and a file with several pictures says how many', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('located.jpg'), fixture('two.heic'));
  await expect(converter.frame('two.heic')).toContainText('2 pictures inside');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Names').selectOption('Date taken');
  await expect(page.getByText(/2026-05-04.*\.jpg, /)).toBeVisible();
});

test('files that a photo became are counted on its frame as where they are saved', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('two.heic'));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Files that hold several pictures').selectOption('All of them');
  await page.getByRole('button', { name: 'Done' }).click();
  await converter.convert();
  await expect(converter.frame('two.heic')).toContainText('2 files');
  await expect(converter.frame('two.heic')).not.toContainText('2 pictures');
  await expect(page.getByRole('button', { name: 'Download all 3 files' })).toBeVisible();
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
  // With another key held they are the browser's.
  await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByRole('dialog').getByText('1 of 2')).toBeVisible();
});

test('from photo to photo no picture is asked for that is gone', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const names = ['phone-p3.heic', 'rotated.heic', 'grid.heic'];
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...names.map((name) => fixture(name)));
  await converter.convert();
  await page.getByRole('button', { name: /^Compare phone-p3/ }).click();
  const dialog = page.getByRole('dialog');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    await expect(dialog.getByRole('img', { name: /^Before/ })).toHaveJSProperty('complete', true);
    await page.keyboard.press(key);
  }
  await expect(dialog).toContainText('phone-p3.heic');
  await expect(dialog.getByRole('img', { name: /^Before/ })).toHaveJSProperty('complete', true);
  expect(problems).toEqual([]);
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

test('a photo is turned left and flipped by itself, then to the right with all others', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('drawing.png'));
  const [one, other] = [converter.frame('grid.heic'), converter.frame('drawing.png')];
  await expect(one).toContainText('200 × 150');
  await expect(other).toContainText('48 × 32');
  await page.getByRole('button', { name: 'Show grid.heic large' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate left' }).click();
  await dialog.getByRole('button', { name: 'Flip left for right' }).click();
  await page.keyboard.press('Escape');
  await expect(one).toContainText('150 × 200');
  await expect(other).toContainText('48 × 32');
  await page.getByRole('button', { name: 'Rotate all right' }).click();
  await expect(one).toContainText('200 × 150');
  await expect(other).toContainText('32 × 48');
  await page.getByRole('radio', { name: 'PNG' }).check();
  await converter.convert();
  const made = await sharp((await converter.downloadOf('grid.png')).bytes)
    .removeAlpha()
    .raw()
    .toBuffer();
  const left = await sharp(fixturePath('grid.png')).rotate(270).png().toBuffer();
  const flipped = await sharp(left).flop().png().toBuffer();
  const wanted = await sharp(flipped).rotate(90).removeAlpha().raw().toBuffer();
  expect(differenceOf(made, wanted)).toBeLessThan(2);
});

test('a photo that its camera only noted as turned is upright, and as stored after one touch', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('phone-p3.heic'));
  const frame = converter.frame('phone-p3.heic');
  const thumbnail = frame.locator('canvas').first();
  const isUpright = () =>
    thumbnail.evaluate((canvas: HTMLCanvasElement) => canvas.height > canvas.width);
  await expect(frame).toContainText('64 × 96');
  await expect(frame).toContainText('Rotated as the camera recorded');
  await expect(frame.locator('[data-drawn=true]')).toBeVisible();
  await expect.poll(isUpright).toBe(true);
  await converter.convert();
  const upright = await sharp((await converter.downloadOf('phone-p3.jpg')).bytes).metadata();
  expect([upright.width, upright.height]).toEqual([64, 96]);
  await frame.getByRole('button', { name: 'Leave as stored' }).click();
  await expect(frame).toContainText('96 × 64');
  await expect.poll(isUpright).toBe(false);
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  const stored = await sharp((await converter.downloadOf('phone-p3.jpg')).bytes).metadata();
  expect([stored.width, stored.height]).toEqual([96, 64]);
  await expect(frame).toContainText('As stored, not rotated');
  await page.getByRole('button', { name: 'Crop phone-p3.heic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '16:9' }).check();
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  const cropped = await sharp((await converter.downloadOf('phone-p3.jpg')).bytes).metadata();
  expect(cropped.width / cropped.height).toBeCloseTo(16 / 9, 1);
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

test('a pattern of one’s own stays one while it is typed', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Names').selectOption('A pattern of your own');
  const pattern = page.getByLabel('Pattern');
  await pattern.fill('{name}');
  await pattern.pressSequentially(' at home');
  await expect(page.getByText('grid at home.jpg')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('all photos are turned among the settings', async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop(fixture('grid.heic'), fixture('phone-p3.heic'));
    await expect(converter.frame('grid.heic')).toContainText('200 × 150');
    await page.getByRole('button', { name: 'Settings', exact: true }).tap();
    await page.getByRole('button', { name: 'Rotate all right' }).tap();
    await expect(converter.frame('grid.heic')).toContainText('150 × 200');
    await expect(converter.frame('phone-p3.heic')).toContainText('96 × 64');
  });
});
