import { expect, test, type Page } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { startProduct, type Running } from '../testing/servers.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

/** The four flags that are on as shipped, off. */
const off = Object.fromEntries(
  [
    'heic-to-png-converter',
    'image-resize-crop-tool',
    'advanced-quality-controls',
    'batch-operations-v2',
  ].map((key) => [key, { enabled: false }]),
);

let product: Running;

test.beforeAll(async () => {
  product = await startProduct({ FLAGS: JSON.stringify(off) });
});

test.afterAll(() => product.stop());

const comingSoon = [
  { words: 'Coming soon', tools: '/tools', paths: ['heic-to-png', 'image-resize-crop'] },
  { words: 'Próximamente', tools: '/es/tools', paths: ['heic-a-png', 'redimensionar-recortar'] },
  { words: 'Em breve', tools: '/pt/tools', paths: ['heic-para-png', 'redimensionar-cortar'] },
  { words: 'Kommt bald', tools: '/de/tools', paths: ['heic-zu-png', 'groesse-zuschneiden'] },
];

for (const { words, tools, paths } of comingSoon) {
  test(`tools whose flag is off say “${words}”, on their cards and on their pages`, async ({
    page,
  }) => {
    await page.goto(product.url + tools);
    const notes = page.getByRole('main').getByText(words, { exact: true });
    await expect(notes.filter({ visible: true })).toHaveCount(2);
    for (const path of paths) {
      await page.goto(`${product.url}${tools}/${path}`);
      await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible();
      await expect(page.locator('input[type=file]')).toHaveCount(0);
    }
  });
}

test('without their flags there is no quality panel and no question at the limit', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open(`${product.url}/heic-to-jpg`);
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Adjust' })).toHaveCount(0);
  const more = [1, 2, 3, 4, 5].map((number) => fixture('grid.heic', `IMG_${number}.heic`));
  await converter.drop(...more);
  await expect(converter.frames).toHaveCount(5);
  await expect(page.getByRole('region', { name: '1 photo waiting' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The product as it is, but for whom the resize and crop tool is. */
async function limitResizing(page: Page, conditions: object): Promise<void> {
  await page.route('**/api/flags', async (route) => {
    const answer = (await (await route.fetch()).json()) as { flags: { key: string }[] };
    const flags = answer.flags.map((flag) =>
      flag.key === 'image-resize-crop-tool' ? { ...flag, conditions } : flag,
    );
    await route.fulfill({ json: { ...answer, flags } });
  });
}

/** Opens a page, which knows by then what the server says of the flags. */
async function openKnowing(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse('**/api/flags');
  await page.goto(path);
  await answered;
}

const english = '/tools/image-resize-crop';
const soon = (page: Page) =>
  page.getByRole('heading', { level: 2, name: /Coming soon|Kommt bald/ });

test('a flag for one language is off in the others', async ({ page }) => {
  await limitResizing(page, { languages: ['de'] });
  await openKnowing(page, english);
  await expect(soon(page)).toBeVisible();
  await openKnowing(page, '/de/tools/groesse-zuschneiden');
  await expect(page.locator('input[type=file]')).not.toHaveCount(0);
  await expect(soon(page)).toBeHidden();
});

test('a flag for Pro is off for everybody else', async ({ page }) => {
  await limitResizing(page, { userType: 'pro' });
  await openKnowing(page, english);
  await expect(soon(page)).toBeVisible();
  await visitAsPro(page);
  await openKnowing(page, english);
  await expect(page.locator('input[type=file]')).not.toHaveCount(0);
  await expect(soon(page)).toBeHidden();
});

test('a flag for a later version of the site is off', async ({ page }) => {
  await limitResizing(page, { minVersion: '99.0.0' });
  await openKnowing(page, english);
  await expect(soon(page)).toBeVisible();
});
