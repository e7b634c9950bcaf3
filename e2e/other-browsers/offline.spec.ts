import { expect } from '@playwright/test';
import sharp from 'sharp';
import { fixturePath } from '../testing/converter-page.ts';
import { otherBrowsers, test } from '../testing/other-browsers.ts';
import { OtherConverter } from '../testing/other-converter.ts';
import { startProduct } from '../testing/servers.ts';

for (const name of otherBrowsers)
  test(`${name} converts without a server after one visit`, async ({ openOther }) => {
    const browser = await openOther(name);
    const running = await startProduct({});
    try {
      const converter = new OtherConverter(browser, running.url);
      await converter.open('/');
      await converter.choose(fixturePath('grid.heic'));
      await converter.press('Start Conversion');
      await converter.finish();
      await converter.waitUntilKept();
      await running.stop();
      await expect(fetch(running.url)).rejects.toThrow();

      for (const [path, file, result] of [
        ['/heic-to-jpg', 'rotated.heic', 'rotated.jpg'],
        ['/tools/heic-to-png', 'alpha.heic', 'alpha.png'],
      ] as const) {
        await converter.open(path);
        await converter.choose(fixturePath(file));
        await converter.press('Start Conversion');
        await converter.finish();
        await converter.press('Download');
        const bytes = await converter.downloaded(new RegExp(`^${result}$`));
        const { format } = await sharp(bytes).metadata();
        expect(format).toBe(result.endsWith('png') ? 'png' : 'jpeg');
      }
    } finally {
      await running.stop();
    }
  });
