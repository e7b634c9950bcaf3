import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../web/src/i18n/language.ts';
import { pathOf } from '../../web/src/site/pages.ts';

interface Setting {
  address: string;
  language: Language;
  photos: readonly string[];
}

/** What the pictures need of a language's words for the light table. */
interface TableWords {
  list: Record<'compareFile' | 'cropFile', (name: string) => string>;
  actions: { start: string; downloadAll: (count: number) => string };
  quality: Record<'adjust' | 'hide', string>;
  advanced: { title: string };
  resize: { presetNames: { large: string } };
  cropEditor: { ratios: { square: string } };
  comparison: { slider: string };
}

/** By a path that the compiler does not follow: the words' types reach into the engine's workers. */
async function readWords(language: Language): Promise<TableWords> {
  const path = `../../web/src/i18n/${language}/light-table.ts`;
  return ((await import(path)) as { lightTable: TableWords }).lightTable;
}

/** Room around what is shown, in pixels of the page. */
const margin = 20;

/** A picture of some part of the page with a little room around it, from the top of `first` on. */
async function shoot(page: Page, first: Locator, last: Locator = first): Promise<Buffer> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  const [from, to] = [await first.boundingBox(), await last.boundingBox()];
  if (!from || !to) throw new Error('What the picture is about is not on the page');
  const left = Math.min(from.x, to.x) - margin;
  const top = Math.min(from.y, to.y) - margin;
  const right = Math.max(from.x + from.width, to.x + to.width) + margin;
  const bottom = Math.max(from.y + from.height, to.y + to.height) + margin;
  return page.screenshot({
    fullPage: true,
    clip: {
      x: Math.max(0, left),
      y: Math.max(0, top),
      width: right - Math.max(0, left),
      height: bottom - Math.max(0, top),
    },
  });
}

/** What articles show of the product, each under the name of its file. */
export async function takeScenes(
  page: Page,
  { address, language, photos }: Setting,
  keep: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const { list, actions, quality, advanced, resize, cropEditor, comparison } =
    await readWords(language);
  const table = page.locator('main section[aria-busy="false"]').first();
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const open = async (path: string) => {
    await page.goto(address + path);
    await table.waitFor();
  };
  // The whole panel beside the photos, options and actions.
  const side = page.locator('fieldset').first();

  await open(pathOf('heic-to-jpg', language));
  await keep('drop-zone', await shoot(page, table));

  await page.setInputFiles('input[type=file]', [...photos]);
  await button(actions.start).waitFor();
  // Thumbnails come one after the other.
  await page.waitForTimeout(2500);
  await keep('photos-added', await shoot(page, table));

  await button(quality.adjust).click();
  await keep('quality', await shoot(page, side));
  await button(quality.hide).click();
  await page.getByText(advanced.title, { exact: true }).click();
  await keep('options', await shoot(page, side));
  await page.getByText(advanced.title, { exact: true }).click();

  await button(actions.start).click();
  await button(actions.downloadAll(photos.length)).waitFor();
  await page.locator('[role=status] button, [role=alert] button').last().click({ timeout: 4000 });
  await page.waitForTimeout(1500);
  await keep('converted', await shoot(page, table));

  await button(list.compareFile('IMG_2041.heic')).click();
  const comparing = page.getByRole('dialog');
  await comparing.getByRole('slider', { name: comparison.slider }).waitFor();
  await page.waitForTimeout(1500);
  await keep('before-after', await comparing.screenshot());

  await open(pathOf('image-resize-crop', language));
  await page.setInputFiles('input[type=file]', photos.slice(0, 2));
  await page.getByRole('radio', { name: new RegExp(resize.presetNames.large) }).check();
  await page.waitForTimeout(2000);
  await keep('size', await shoot(page, side));
  await button(list.cropFile('IMG_2041.heic')).click();
  const cropping = page.getByRole('dialog');
  await cropping.getByRole('radio', { name: cropEditor.ratios.square }).check();
  await page.waitForTimeout(1000);
  await keep('crop', await cropping.screenshot());
}
