import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { makeLivePhoto } from '../../engine/testing/live-photos.ts';
import { makeMovie } from '../../engine/testing/movies.ts';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';

async function makeJpeg() {
  return new Uint8Array(
    await sharp(readFileSync(fixturePath('grid.png')))
      .jpeg()
      .toBuffer(),
  );
}

async function chooseVideo(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Video in Live Photos and Motion Photos').selectOption({ label });
  await page.getByRole('button', { name: 'Done', exact: true }).click();
}

async function convertAgain(converter: ConverterPage): Promise<void> {
  await converter.page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
}

const endsWith = (file: Buffer, end: Uint8Array) => file.subarray(-end.length).equals(end);

test('a photo and a movie with one identifier become one Motion Photo, whatever their names', async ({
  page,
}) => {
  const { still, movie } = await makeLivePhoto(await makeJpeg(), 'one-live-photo');
  const converter = new ConverterPage(page);
  await converter.open('/');
  await converter.drop(
    { name: 'still.jpg', bytes: still },
    { name: 'another name.mov', bytes: movie },
  );
  await expect(converter.frames).toHaveCount(1);
  await expect(converter.frame('still.jpg')).toContainText('Live Photo, with its video');
  // Both files weigh.
  const sizeOf = (text: string | null) => Number.parseFloat(/([\d.]+) kB/.exec(text ?? '')![1]!);
  const both = (still.length + movie.length) / 1000;
  await converter.convert();
  const total = await page.getByText(/ became /).textContent();
  expect(Math.abs(sizeOf(total) - both)).toBeLessThanOrEqual(0.5);
  await expect(converter.frame('still.jpg')).toContainText('Motion Photo');
  await expect(converter.frame('still.jpg')).toContainText('Some apps can only play H.264');
  const { bytes } = await converter.downloadOf('still.MP.jpg');
  expect(endsWith(bytes, movie)).toBe(true);
  expect((await sharp(bytes).metadata()).format).toBe('jpeg');

  // Or they stay two files.
  await chooseVideo(page, 'As a file beside the picture');
  await convertAgain(converter);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download all 2' }).click();
  await expect.poll(() => downloads.toSorted()).toEqual(['still.jpg', 'still.mov']);
});

test('a movie without its photo is named, joins nothing, and joins its photo when that comes', async ({
  page,
}) => {
  const { still, movie } = await makeLivePhoto(await makeJpeg(), 'one-live-photo');
  const converter = new ConverterPage(page);
  await converter.open('/');
  const other = await makeLivePhoto(await makeJpeg(), 'another-live-photo');
  await converter.drop(
    fixture('grid.heic', 'IMG_1.heic'),
    { name: 'IMG_1.jpg', bytes: other.still },
    { name: 'IMG_1.MOV', bytes: movie },
  );
  await expect(page.getByText('no photo here has the same identifier')).toBeVisible();
  await expect(converter.frames).toHaveCount(2);
  await converter.drop({ name: 'late.jpg', bytes: still });
  await expect(converter.frame('late.jpg')).toContainText('Live Photo, with its video');
  await expect(converter.frame('IMG_1.heic')).not.toContainText('Live Photo');
  await expect(converter.frame('IMG_1.jpg')).not.toContainText('Live Photo');
});

test('the video of a motion photo comes out as it is, beside the picture or alone', async ({
  page,
}) => {
  const movie = makeMovie();
  const bytes = Buffer.concat([await makeJpeg(), movie]);
  const converter = new ConverterPage(page);
  await converter.open('/');
  await converter.drop({ name: 'moving.jpg', bytes });
  await expect(converter.frame('moving.jpg')).toContainText('Video inside');
  await converter.convert();
  await expect(converter.frame('moving.jpg')).toContainText('was left out');

  await chooseVideo(page, 'Only the video');
  await convertAgain(converter);
  const clip = await converter.downloadOf('moving.mp4');
  expect(clip.bytes.equals(movie)).toBe(true);

  await chooseVideo(page, 'Always in a Motion Photo JPG');
  await convertAgain(converter);
  expect(endsWith((await converter.downloadOf('moving.MP.jpg')).bytes, movie)).toBe(true);
});

test('another language takes a live photo along with its movie', async ({ page }) => {
  const { still, movie } = await makeLivePhoto(await makeJpeg(), 'one-live-photo');
  const converter = new ConverterPage(page);
  await converter.open('/');
  await converter.drop({ name: 'still.jpg', bytes: still }, { name: 'still.mov', bytes: movie });
  await converter.convert();
  await page
    .locator('a[data-language="de"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/de$/);
  await expect(page.getByText('Motion Photo', { exact: true })).toBeVisible();
});
