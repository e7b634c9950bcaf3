import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../web/src/site/pages/language.ts';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { readWords } from './words.ts';

interface Setting {
  address: string;
  language: Language;
  photos: readonly string[];
}

/** Room around what is shown, in pixels of the page. */
const margin = 8;

/** A picture of a part of the page with a little room around it. */
async function shoot(page: Page, part: Locator): Promise<Buffer> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  const box = await part.boundingBox();
  if (!box) throw new Error('What the picture is about is not on the page');
  return page.screenshot({
    fullPage: true,
    clip: {
      x: Math.max(0, box.x - margin),
      y: Math.max(0, box.y - margin),
      width: box.width + 2 * margin,
      height: box.height + 2 * margin,
    },
  });
}

/** What articles show of the product, each under the name of its file. */
export async function takeScenes(
  page: Page,
  { address, language, photos }: Setting,
  keep: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const { list, actions, quality, advanced, resize, cropEditor, comparison, offer, close } =
    await readWords(language);
  const table = page.locator('main section[aria-busy="false"]').first();
  // The settings alone, so that they can be read on a phone too.
  const settings = page.locator('[data-workspace] > div').last();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = async (path: string) => {
    await page.goto(address + path);
    await table.waitFor();
  };
  const layOut = async (count: number) => {
    await page.setInputFiles('input[type=file]', photos.slice(0, count));
    await button(actions.start).waitFor();
    // Pictures appear one after the other.
    await page.waitForTimeout(2000);
  };

  await open(pathOf('heic-to-jpg', language));
  await keep('drop-zone', await shoot(page, table));
  await layOut(photos.length);
  await keep('photos-added', await shoot(page, table));
  await button(actions.start).click();
  await button(actions.downloadAll(photos.length)).waitFor();
  // The offer of Pro after a good batch would cover what the picture is about.
  await page
    .getByRole('status')
    .filter({ hasText: offer.title })
    .getByRole('button', { name: close, exact: true })
    .click();
  await page.waitForTimeout(1500);
  await keep('converted', await shoot(page, table));

  await button(list.compareFile('IMG_2041.heic')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider', { name: comparison.slider }).waitFor();
  await page.waitForTimeout(1500);
  await keep('before-after', await dialog.screenshot());

  await open(pathOf('heic-to-jpg', language));
  await layOut(2);
  await button(quality.adjust).click();
  await page.getByRole('radio', { name: new RegExp(quality.presets.balanced) }).check();
  await keep('quality', await shoot(page, settings));
  await button(quality.hide).click();
  await button(advanced.title).click();
  await page.getByLabel(advanced.target).fill('200');
  await keep('options', await dialog.screenshot());

  await open(pathOf('image-resize-crop', language));
  await layOut(2);
  await page.getByLabel(resize.presets).selectOption({ label: resize.own });
  for (const [name, pixels] of [
    ['width', '1200'],
    ['height', '900'],
  ] as const)
    await page.getByLabel(`${resize[name]} (${resize.pixels})`).fill(pixels);
  await keep('size', await shoot(page, settings));
  await button(list.cropFile('IMG_2041.heic')).click();
  await dialog.getByRole('radio', { name: cropEditor.ratios.square }).check();
  await page.waitForTimeout(1000);
  await keep('crop', await dialog.screenshot());
}
