import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { askToKeep } from './keep-offline.ts';
import type { OtherBrowser } from './other-browser.ts';

/** Time for a whole batch on a busy machine, in milliseconds. */
const patience = 90_000;

const fileInput = 'section[aria-busy] input[type=file]:not([hidden])';

/** The last one: beside the list, not in one of its frames. */
const button = (name: string) => `(//button[starts-with(normalize-space(), "${name}")])[last()]`;

/** Whether a JPEG, PNG, WebP or ZIP file is there to its last byte. */
function isWhole(file: Buffer): boolean {
  const textAt = (start: number, length: number) =>
    file.subarray(start).toString('latin1', 0, length);
  if (textAt(0, 2) === '\u00FF\u00D8') return textAt(-2, 2) === '\u00FF\u00D9';
  if (textAt(1, 3) === 'PNG') return textAt(-8, 4) === 'IEND';
  if (textAt(8, 4) === 'WEBP') return file.length === file.readUInt32LE(4) + 8;
  if (textAt(0, 2) === 'PK') return textAt(-22, 4) === 'PK\u0005\u0006';
  return false;
}

/** What a person can do on a converter page of a browser that Playwright does not drive. */
export class OtherConverter {
  readonly browser: OtherBrowser;
  readonly address: string;

  constructor(browser: OtherBrowser, address: string) {
    this.browser = browser;
    this.address = address;
  }

  async open(path: string): Promise<void> {
    await this.browser.goto(this.address + path);
    await this.until(() => document.querySelector('section[aria-busy=false]') !== null);
    await this.browser.evaluate(() => {
      const faults: string[] = [];
      Object.assign(window, { faults });
      addEventListener('error', ({ message }) => faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        faults.push(`${violatedDirective} ${blockedURI}`),
      );
    }, null);
  }

  /** Until the service worker holds the tools of the page's language. */
  async waitUntilKept(): Promise<void> {
    await expect
      .poll(() => this.browser.evaluate(askToKeep, null), { timeout: patience })
      .toBe('done');
  }

  /** Lets the open page hear that the visitor is Pro, as the server would say it of a subscriber. */
  async becomePro(): Promise<void> {
    await this.browser.evaluate(() => {
      const real = window.fetch;
      const pro = { isPro: true, allowed: true, maxFiles: 20 };
      window.fetch = async (asked, options) =>
        typeof asked === 'string' && /verify-pro|validate-features/.test(asked)
          ? Response.json(pro)
          : real(asked, options);
      localStorage.setItem('auth_token', 'token');
      // As another tab tells of a sign-in.
      new BroadcastChannel('stillpix-session').postMessage('ask');
    }, null);
    await this.until(() => document.documentElement.hasAttribute('data-pro'));
  }

  async choose(...paths: string[]): Promise<void> {
    await this.browser.choose(fileInput, paths);
    await this.until(() => document.querySelector('[data-workspace] ol > li') !== null);
  }

  /** Presses a button as soon as it is there and nothing lies above it. */
  async press(name: string): Promise<void> {
    await expect(() => this.browser.click(button(name))).toPass({ timeout: patience });
  }

  /** Waits until every file has ended, one way or the other, and says what the frames say, in order. */
  async finish(): Promise<string[]> {
    const isOver = (frame: string) => /Done|Technical detail/.test(frame);
    await expect
      .poll(async () => (await this.#frames()).every(isOver), { timeout: patience })
      .toBe(true);
    return this.#frames();
  }

  focused(): Promise<string> {
    return this.browser.evaluate(() => document.activeElement?.textContent.trim() ?? '', null);
  }

  /** Errors of the page since it was opened, and what its security policy kept it from. */
  faults(): Promise<string[]> {
    return this.browser.evaluate(() => (window as unknown as { faults: string[] }).faults, null);
  }

  /** Waits for a download and takes its bytes. */
  async downloaded(name: RegExp): Promise<Buffer> {
    const folder = this.browser.downloads;
    let bytes = Buffer.alloc(0);
    // Both browsers make the file first and fill it, or another one beside it, as the bytes come.
    const isHere = () => {
      const file = readdirSync(folder).find((each) => name.test(each));
      if (file !== undefined) bytes = readFileSync(join(folder, file));
      return isWhole(bytes);
    };
    await expect.poll(isHere, { message: String(name), timeout: patience }).toBe(true);
    return bytes;
  }

  /** Waits until something is so in the page. */
  async until(isSo: () => boolean): Promise<void> {
    await expect
      .poll(() => this.browser.evaluate(isSo, null), { message: String(isSo), timeout: patience })
      .toBe(true);
  }

  #frames(): Promise<string[]> {
    return this.browser.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-workspace] ol > li')].map((frame) =>
          frame.innerText.replaceAll(/\s+/g, ' ').trim(),
        ),
      null,
    );
  }
}
