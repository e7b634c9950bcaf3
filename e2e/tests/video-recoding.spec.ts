import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { makeLiveStill } from '../../engine/testing/live-photos.ts';
import { movieTracks } from '../../engine/testing/movie-tracks.ts';
import { withContentIdentifier } from '../../engine/testing/movies.ts';
import { ConverterPage, fixturePath } from '../testing/converter-page.ts';
import { decodeHevc, hevcMovie } from '../testing/hevc-video.ts';

const identifier = 'one-live-photo';

/** Of the system, where it is there. */
const prober = 'ffprobe';

async function still() {
  const jpeg = await sharp(readFileSync(fixturePath('grid.png')))
    .jpeg()
    .toBuffer();
  return makeLiveStill(new Uint8Array(jpeg), identifier);
}

const movie = () => withContentIdentifier(hevcMovie(), identifier);

async function convertLivePhoto(page: Page): Promise<ConverterPage> {
  const converter = new ConverterPage(page);
  await converter.open('/');
  await converter.drop(
    { name: 'still.jpg', bytes: await still() },
    { name: 'still.mov', bytes: movie() },
  );
  await expect(converter.frame('still.jpg')).toContainText('Live Photo, with its video');
  // The movie weighs as much as it does, whatever becomes of the picture.
  const least = Math.floor(movie().length / 1000);
  const said = page.getByText(/^About .* kB, measured from the photos$/);
  const sizeSaid = async () => Number.parseFloat(((await said.textContent()) ?? '').slice(6));
  await expect.poll(sizeSaid).toBeGreaterThanOrEqual(least);
  expect(await sizeSaid()).toBeLessThan(least * 1.15);
  await converter.convert();
  await expect(converter.frame('still.jpg')).toContainText('Some apps can only play H.264');
  return converter;
}

/** What stands behind the picture. */
function videoIn(bytes: Buffer): Buffer {
  const start = bytes.lastIndexOf('ftyp') - 4;
  expect(start).toBeGreaterThan(0);
  return bytes.subarray(start);
}

function hasProber(): boolean {
  try {
    execFileSync(prober, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Probed {
  streams: Record<string, unknown>[];
  format: { duration: string; tags: Record<string, string> };
}

/** What ffprobe says of a movie, all frames decoded. */
function probe(path: string): Probed {
  const shown = 'codec_type,codec_name,codec_tag_string,width,height,nb_read_frames,duration';
  const color = 'color_space,color_transfer,color_primaries:stream_side_data=rotation';
  const entries = `stream=${shown},${color}:format=duration:format_tags`;
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', path];
  return JSON.parse(execFileSync(prober, args).toString()) as Probed;
}

test('the HEVC video of a Live Photo becomes H.264 in its Motion Photo, and HEVC again', async ({
  page,
}, testInfo) => {
  await decodeHevc(page);
  const converter = await convertLivePhoto(page);
  const card = converter.frame('still.jpg');
  await card.getByRole('button', { name: 'Convert the video to H.264' }).click();
  await expect(card).toContainText('The video was converted to H.264');
  await expect(card).not.toContainText('Some apps can only play H.264');
  const { bytes } = await converter.downloadOf('still.MP.jpg');
  const video = videoIn(bytes);
  const [wasVideo, wasSound] = movieTracks(movie());
  const [coded, sound] = movieTracks(video);
  expect(coded!.coding).toBe('avc1');
  expect(coded!.samples.map(({ time }) => time)).toEqual(
    wasVideo!.samples.map(({ time }) => time).toSorted((a, b) => a - b),
  );
  expect(sound!.data).toEqual(wasSound!.data);
  expect(video.includes('+37.3300-122.0300/')).toBe(true);
  expect(video.includes(identifier)).toBe(true);
  if (hasProber()) {
    const path = testInfo.outputPath('h264.mov');
    const pathBefore = testInfo.outputPath('hevc.mov');
    writeFileSync(path, video);
    writeFileSync(pathBefore, movie());
    const [before, after] = [probe(pathBefore), probe(path)];
    const [pictures, heard] = after.streams;
    expect(pictures).toEqual({
      ...before.streams[0],
      codec_name: 'h264',
      codec_tag_string: 'avc1',
    });
    expect([pictures!['nb_read_frames'], pictures!['side_data_list']]).toEqual([
      '29',
      [{ rotation: -90 }],
    ]);
    expect(heard).toEqual(before.streams[1]);
    expect(after.format).toEqual(before.format);
  }

  await card.getByRole('button', { name: 'Use the HEVC original' }).click();
  await expect(card).toContainText('Some apps can only play H.264');
  const original = await converter.downloadOf('still.MP.jpg');
  expect(videoIn(original.bytes).equals(movie())).toBe(true);
});

test('recoding a video shows how far it is, and can be stopped', async ({ page }) => {
  await decodeHevc(page, { isHeld: true });
  const converter = await convertLivePhoto(page);
  const card = converter.frame('still.jpg');
  await card.getByRole('button', { name: 'Convert the video to H.264' }).click();
  await expect(card.getByRole('progressbar')).toBeVisible();
  await card.getByRole('button', { name: 'Stop' }).click();
  await expect(card.getByRole('progressbar')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Convert the video to H.264' })).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { releaseFrames(): void }).releaseFrames());
  const { bytes } = await converter.downloadOf('still.MP.jpg');
  expect(videoIn(bytes).equals(movie())).toBe(true);
});

test('the video inside a motion photo becomes H.264 beside its picture', async ({ page }) => {
  await decodeHevc(page);
  const converter = new ConverterPage(page);
  await converter.open('/tools/motion-photo-to-video');
  const jpeg = await sharp(readFileSync(fixturePath('grid.png')))
    .jpeg()
    .toBuffer();
  await converter.drop({ name: 'moving.jpg', bytes: Buffer.concat([jpeg, hevcMovie()]) });
  await converter.convert();
  const card = converter.frame('moving.jpg');
  await card.getByRole('button', { name: 'Convert the video to H.264' }).click();
  await expect(card).toContainText('The video was converted to H.264');
  const { bytes } = await converter.downloadOf('moving.mov');
  const [coded] = movieTracks(bytes);
  expect([coded!.coding, coded!.samples.length]).toEqual(['avc1', 29]);
});

test('a browser without HEVC offers nothing, and loads nothing for it', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const converter = await convertLivePhoto(page);
  const card = converter.frame('still.jpg');
  await expect(card.getByRole('button', { name: 'Convert the video to H.264' })).toHaveCount(0);
  expect(loaded.filter((url) => url.includes('recode-video'))).toEqual([]);
});
