import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { makeLivePhoto } from '../../engine/testing/live-photos.ts';
import {
  type HandMadeEntry,
  makeZip,
} from '../../web/src/features/convert/intake/archive/hand-made-zip.ts';
import { ConverterPage, fixture, fixturePath, type GivenFile } from '../testing/converter-page.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { holdCode } from '../testing/hold-code.ts';
import { test, visitOnce } from '../testing/kept-site.ts';

const zipOf = (name: string, ...entries: HandMadeEntry[]): GivenFile => ({
  name,
  type: 'application/zip',
  bytes: makeZip(entries),
});

const entry = (file: string, name = file): HandMadeEntry => ({
  name,
  data: fixture(file).bytes,
});

test('the photos in a ZIP lie on the table and are converted, and litter is not mentioned', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(
    zipOf(
      'iCloud Photos.zip',
      { name: 'iCloud Photos/', data: '', isStored: true },
      entry('rotated.heic', 'iCloud Photos/IMG_2.HEIC'),
      { ...entry('grid.heic', 'iCloud Photos/IMG_1.HEIC'), isStored: true },
      { ...entry('located.jpg', 'iCloud Photos/Größe.jpg'), hasDescriptor: true },
      { name: '__MACOSX/iCloud Photos/._IMG_1.HEIC', data: 'litter' },
      { name: 'iCloud Photos/.DS_Store', data: 'litter' },
      { name: 'iCloud Photos/notes.txt', data: 'notes' },
    ),
  );
  await expect(converter.frames).toHaveCount(3);
  await expect(converter.frames.nth(0)).toContainText('IMG_2.HEIC');
  await expect(converter.frames.nth(1)).toContainText('IMG_1.HEIC');
  await expect(converter.frames.nth(2)).toContainText('Größe.jpg');
  const notice = page.getByRole('alert').filter({ hasText: 'notes.txt' });
  await expect(notice).toContainText('Unsupported file format');
  await expect(notice).not.toContainText('DS_Store');
  await expect(notice).not.toContainText('._IMG');
  await converter.convert();
  for (const [result, source] of [
    ['IMG_2.jpg', 'rotated.png'],
    ['IMG_1.jpg', 'grid.png'],
  ] as const) {
    const { bytes } = await converter.downloadOf(result);
    const { format, width, height } = await sharp(bytes).metadata();
    const expected = await sharp(readFileSync(fixturePath(source))).metadata();
    expect({ format, width, height }).toEqual({
      format: 'jpeg',
      width: expected.width,
      height: expected.height,
    });
  }
});

test('ZIPs are chosen and pasted beside photos, and of too many photos some wait', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(
    fixture('grid.heic'),
    zipOf('one.zip', entry('rotated.heic'), entry('two.heic')),
    fixture('alpha.heic'),
  );
  await expect(converter.frames).toHaveCount(4);
  await expect(converter.frames.nth(1)).toContainText('rotated.heic');
  await expect(converter.frames.nth(3)).toContainText('alpha.heic');
  await converter.paste(
    zipOf('two.zip', entry('two.heic'), entry('mirrored.heic'), entry('phone-p3.heic')),
  );
  await expect(page.getByRole('dialog')).toContainText('You can only add up to 5 files at once.');
  await page.keyboard.press('Escape');
  await expect(converter.frames).toHaveCount(5);
  await expect(page.getByText('phone-p3.heic')).toBeVisible();
});

test('a photo and its movie in one ZIP are one live photo', async ({ page }) => {
  const jpeg = await sharp(readFileSync(fixturePath('grid.png')))
    .jpeg()
    .toBuffer();
  const { still, movie } = await makeLivePhoto(new Uint8Array(jpeg), 'one-live-photo');
  const converter = new ConverterPage(page);
  await converter.open('/');
  const files = [
    { name: 'IMG_1.MOV', data: movie },
    { name: 'IMG_1.JPG', data: still },
  ];
  await converter.drop(zipOf('live.zip', ...files));
  await expect(converter.frames).toHaveCount(1);
  await expect(converter.frame('IMG_1.JPG')).toContainText('Live Photo, with its video');
});

test('a damaged and a locked file stay in their ZIP with the reason, and the others come out', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(
    zipOf(
      'album.zip',
      { ...entry('grid.heic', 'locked.heic'), flags: 0x801 },
      { ...entry('grid.heic', 'damaged.heic'), says: { crc: 1 } },
      entry('rotated.heic', 'sound.heic'),
      { name: 'inner.zip', data: makeZip([entry('grid.heic')]) },
    ),
  );
  await expect(converter.frames).toHaveCount(1);
  const notice = page.getByRole('alert').filter({ hasText: 'locked.heic' });
  await expect(notice).toContainText('locked with a password');
  await expect(notice).toContainText('It is damaged inside the ZIP. Download the ZIP again.');
  await expect(notice).toContainText('inner.zip');
  await expectAccessible(page, "a report on a ZIP's files");
});

for (const [what, bytes, reason] of [
  ['cut off', makeZip([entry('grid.heic')]).subarray(0, -40), 'This ZIP ends too early'],
  ['a page instead', Buffer.from('<!doctype html><p>Please sign in.</p>'), 'This is not a ZIP'],
] as const) {
  test(`a ZIP that is ${what} says what is wrong with it`, async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop({ name: 'photos.zip', bytes });
    const notice = page.getByRole('alert').filter({ hasText: 'photos.zip' });
    await expect(notice).toContainText(reason);
    await expect(notice).not.toContainText('Please select at least one valid image file.');
    await expectAccessible(page, 'a report on a ZIP');
  });
}

test('a ZIP that takes long says so, leaves the page usable, and can be stopped', async ({
  page,
}) => {
  const go = await holdCode(page, /archive-worker/);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(zipOf('slow.zip', entry('two.heic')));
  await expect(page.getByRole('status').filter({ hasText: 'slow.zip' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /slow\.zip/ })).toBeVisible();
  await expectAccessible(page, 'an opening ZIP');
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: /slow\.zip/ })).toBeHidden();
  await expect(converter.frames).toHaveCount(1);
  go();
  // The next one is opened as if nothing had been.
  await converter.drop(zipOf('next.zip', entry('rotated.heic')));
  await expect(converter.frame('rotated.heic')).toBeVisible();
});

test('without a network, a ZIP is opened all the same', async ({ page, serve }) => {
  const running = await serve();
  await visitOnce(page, `${running.url}/`);
  await running.stop();
  const converter = new ConverterPage(page);
  await converter.open(`${running.url}/`);
  await converter.drop(zipOf('album.zip', entry('rotated.heic')));
  await expect(converter.frame('rotated.heic')).toBeVisible();
  await converter.convert();
  await converter.downloadOf('rotated.jpg');
});
