import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { type ConverterWords, readWords } from './words.ts';

const english = await readWords('en');

/** A file to be handed to the page: its name, its type, its bytes. */
export interface GivenFile {
  name: string;
  type?: string;
  bytes: Uint8Array;
}

const fixtures = fileURLToPath(new URL('../../engine/fixtures', import.meta.url));

export function fixturePath(name: string): string {
  return join(fixtures, name);
}

/** One of the engine's small pictures, under another name where one is given. */
export function fixture(file: string, name = file): GivenFile {
  return { name, bytes: readFileSync(fixturePath(file)) };
}

/** Real photos that are not part of the project; tests that need them are skipped without them. */
export const photoFolder = fileURLToPath(new URL('../../../shared/corpus/phone', import.meta.url));

export function photo(name: string): GivenFile {
  return { name: basename(name), bytes: readFileSync(join(photoFolder, name)) };
}

/** What a person can do on a converter page. */
export class ConverterPage {
  readonly page: Page;
  /** The part of the page that takes photos. */
  readonly section: Locator;
  readonly start: Locator;
  readonly cancel: Locator;
  readonly frames: Locator;

  readonly #words: ConverterWords;

  constructor(page: Page, words = english) {
    const { actions, dropZone, list } = words;
    this.page = page;
    this.#words = words;
    this.section = page.getByRole('region', { name: dropZone.label });
    const start = [actions.start, actions.converting, actions.checking].join('|');
    this.start = page.getByRole('button', { name: new RegExp(start) });
    this.cancel = page.getByRole('button', { name: actions.cancel, exact: true });
    this.frames = page.getByRole('list', { name: list.title }).locator('> li');
  }

  async open(path = '/heic-to-jpg'): Promise<void> {
    await this.page.goto(path);
    await expect(this.section).toHaveAttribute('aria-busy', 'false');
  }

  /** The frame of one file, by its name. */
  frame(name: string): Locator {
    return this.frames.filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  async choose(...files: GivenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    const { dropZone, list } = this.#words;
    const add = this.page.getByRole('button', {
      name: new RegExp(`^(${dropZone.choose}|${list.add})$`),
    });
    await add.click();
    await (await chooser).setFiles(files.map(toPayload));
  }

  /** Drops files anywhere on the window. */
  async drop(...files: GivenFile[]): Promise<void> {
    const transfer = await this.page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      return data;
    }, files.map(toBase64));
    await this.page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  }

  /** Drags a file or a folder of this machine onto the window, as its desktop would. */
  async dropFromDisk(path: string): Promise<void> {
    const client = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await client.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
    }
    await client.detach();
  }

  async paste(...files: GivenFile[]): Promise<void> {
    await this.page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        clipboardData.items.add(new File([bytes], name, { type }));
      }
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, files.map(toBase64));
  }

  async convert(): Promise<void> {
    await this.start.click();
    await this.finish();
  }

  /** Waits until no file is converting any more. */
  async finish(): Promise<void> {
    await expect(this.cancel).toBeHidden({ timeout: 90_000 });
  }

  async downloadOf(name: string): Promise<{ name: string; bytes: Buffer }> {
    const download = this.page.waitForEvent('download');
    const label = this.#words.list.downloadFile(name);
    await this.page.getByRole('button', { name: label, exact: true }).click();
    return readDownload(await download);
  }
}

export async function readDownload(download: Download): Promise<{ name: string; bytes: Buffer }> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

function toPayload({ name, type = '', bytes }: GivenFile) {
  return { name, mimeType: type, buffer: Buffer.from(bytes) };
}

function toBase64({ name, type = '', bytes }: GivenFile) {
  return { name, type, base64: Buffer.from(bytes).toString('base64') };
}
