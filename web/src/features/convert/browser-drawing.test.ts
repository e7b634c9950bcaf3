import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as BrowserDrawing from './browser-drawing.ts';

let mayBrowserDraw: typeof BrowserDrawing.mayBrowserDraw;
beforeEach(async () => {
  vi.resetModules();
  ({ mayBrowserDraw } = await import('./browser-drawing.ts'));
});
afterEach(() => vi.unstubAllGlobals());

const heic = new File(['x'], 'IMG_1.HEIC');

test.each([true, false])('asks the browser once whether it draws HEICs (%s)', async (answer) => {
  const isTypeSupported = vi.fn<() => Promise<boolean>>(async () => answer);
  vi.stubGlobal('ImageDecoder', { isTypeSupported });
  expect(await mayBrowserDraw(heic)).toBe(answer);
  expect(await mayBrowserDraw(heic)).toBe(answer);
  expect(isTypeSupported).toHaveBeenCalledTimes(1);
  expect(await mayBrowserDraw(new File(['x'], 'photo.jpg'))).toBe(true);
  expect(await mayBrowserDraw(new Blob(['x']))).toBe(true);
});

test('lets a browser try that cannot tell', async () => {
  expect(await mayBrowserDraw(heic)).toBe(true);
  vi.resetModules();
  const fresh = await import('./browser-drawing.ts');
  vi.stubGlobal('ImageDecoder', { isTypeSupported: () => Promise.reject(new TypeError('no')) });
  expect(await fresh.mayBrowserDraw(heic)).toBe(true);
});
