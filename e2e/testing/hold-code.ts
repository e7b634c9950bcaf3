import type { Page } from '@playwright/test';

/** Keeps code of the page back until `go` is called. */
export async function holdCode(page: Page, code: RegExp): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.context().route(code, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}
