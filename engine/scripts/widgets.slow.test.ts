/** The parts for other widgets: in those widgets, in a browser, and on a server. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/setup.mjs';
import { openHarness, type Harness } from '../bench/harness.ts';
import { cacheFolder } from '../testing/folders.ts';
import { buildForTest, type BuiltPackage } from './package/build-for-test.ts';

const browser = await findBrowser();
const project = join(cacheFolder, 'widgets', String(process.pid));
const photo = fileURLToPath(new URL('../fixtures/grid.heic', import.meta.url));
const parts = ['uppy', 'filepond', 'dropzone', 'react', 'drop'];

const program = `
  import Uppy from '@uppy/core';
  import * as FilePond from 'filepond';
  import Dropzone from 'dropzone';
  import { createElement as h, StrictMode, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { convertInUppy } from 'stillpix/uppy';
  import { stillpixForFilePond } from 'stillpix/filepond';
  import { stillpixForDropzone } from 'stillpix/dropzone';
  import { useStillpix } from 'stillpix/react';
  import { defineStillpixDrop } from 'stillpix/drop';

  const describe = ({ name, type, size }) => ({ name, type, isSmall: size < 100 });

  globalThis.sendByUppy = async (files) => {
    const uppy = new Uppy();
    const errors = [];
    const end = convertInUppy(uppy, { quality: 80, onError: ({ code }) => errors.push(code) });
    const sent = [];
    uppy.addUploader(async (ids) => {
      for (const id of ids) sent.push(describe(uppy.getFile(id)), describe(uppy.getFile(id).data));
    });
    for (const data of files) uppy.addFile({ name: data.name, type: data.type, data });
    const { failed } = await uppy.upload();
    end();
    return { sent, errors, failed: failed.length };
  };

  globalThis.removeFromUppy = async (file) => {
    const uppy = new Uppy();
    convertInUppy(uppy);
    const sent = [];
    uppy.addUploader(async (ids) => sent.push(...ids.map((id) => uppy.getFile(id)).filter(Boolean)));
    const id = uppy.addFile({ name: file.name, type: file.type, data: file });
    uppy.on('preprocess-progress', () => uppy.getFile(id) && uppy.removeFile(id));
    await uppy.upload();
    return sent.length;
  };

  globalThis.sendByFilePond = async (file) => {
    FilePond.registerPlugin(stillpixForFilePond({ quality: 80 }));
    const input = document.body.appendChild(document.createElement('input'));
    const pond = FilePond.create(input, { server: '/results/filepond', instantUpload: false });
    const item = await pond.addFile(file);
    await pond.processFile(item.id);
    return describe(item.file);
  };

  globalThis.sendByDropzone = (file) => new Promise((resolve, reject) => {
    const element = document.body.appendChild(document.createElement('form'));
    const zone = new Dropzone(element, {
      url: '/results/dropzone',
      createImageThumbnails: false,
      transformFile: stillpixForDropzone({ quality: 80 }),
    });
    zone.on('success', ({ upload }) => resolve(upload.filename));
    zone.on('error', (_, message) => reject(new Error(String(message))));
    zone.addFile(file);
  });

  function Photos() {
    const { photos, isConverting, addFiles, clear } = useStillpix({ format: 'png' });
    return h('section', { 'aria-busy': isConverting },
      h('label', null, 'Photos for React', h('input', {
        type: 'file', multiple: true, onChange: ({ target }) => void addFiles(target.files),
      })),
      h('button', { onClick: clear }, 'Clear'),
      h('ul', null, photos.map(({ id, file, status, result, error }) =>
        h('li', { key: id }, [file.name, status, result?.blob.type ?? error?.code].join(' ')))));
  }
  function App() {
    const [shown, setShown] = useState(true);
    return h('div', null, h('button', { onClick: () => setShown(!shown) }, 'Toggle'), shown && h(Photos));
  }
  createRoot(document.getElementById('app')).render(h(StrictMode, null, h(App)));

  globalThis.dropped = [];
  for (const type of ['stillpix-result', 'stillpix-error'])
    document.addEventListener(type, ({ detail }) =>
      dropped.push([type, detail.file.name, detail.result?.blob.type ?? detail.error.code]));
  defineStillpixDrop();
  defineStillpixDrop();
  globalThis.isReady = true;`;

const markup = `<!doctype html><html lang="en"><title>Widgets</title><div id="app"></div>
  <stillpix-drop multiple label="Pick photos" failed="{n} von {all} nicht"></stillpix-drop>
  <stillpix-drop label="Nothing here" disabled></stillpix-drop>
  <script type="module" src="/main.js"></script></html>`;

let built: BuiltPackage;

beforeAll(async () => {
  built = await buildForTest('widgets');
  await mkdir(join(project, 'node_modules'), { recursive: true });
  await symlink(built.folder, join(project, 'node_modules/stillpix'));
});

afterAll(async () => {
  await built?.remove();
  await rm(project, { recursive: true, force: true });
});

/** A part's own scripts: what it imports but for the engine and other packages. */
async function ownScripts(file: string, found = new Map<string, number>()): Promise<number> {
  const script = await readFile(file, 'utf8');
  found.set(file, Buffer.byteLength(script.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '')));
  for (const [, path] of script.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    const imported = join(dirname(file), path!);
    const isEngine = dirname(imported) === built.folder && /\/(index|shared)\.js$/.test(imported);
    if (!isEngine && !found.has(imported)) await ownScripts(imported, found);
  }
  return [...found.values()].reduce((sum, size) => sum + size, 0);
}

describe('a part for another widget', () => {
  test.each(parts)(
    'has fewer than 3,000 bytes beside the engine, not compressed: %s',
    async (name) => {
      const size = await ownScripts(join(built.folder, 'widgets', `${name}.js`));
      expect(size).toBeGreaterThan(100);
      expect(size).toBeLessThan(3000);
    },
  );

  test('is imported and rendered on a server, where there is nothing to convert', async () => {
    const path = join(project, 'server.mjs');
    await writeFile(
      path,
      `import { createElement as h } from 'react';
       import { renderToString } from 'react-dom/server';
       import { defineStillpixDrop } from 'stillpix/drop';
       import { useStillpix } from 'stillpix/react';
       import 'stillpix/uppy'; import 'stillpix/filepond'; import 'stillpix/dropzone';
       defineStillpixDrop();
       console.log(renderToString(h(() => h('p', null, useStillpix().photos.length))));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [path], { cwd: project });
    expect(stdout.trim()).toBe('<p>0</p>');
  });

  test('tells React that it is for browsers', async () => {
    const script = await readFile(join(built.folder, 'widgets/react.js'), 'utf8');
    expect(script).toMatch(/^['"]use client['"]/);
  });
});

describe.skipIf(browser === null)('in a browser, with the widget itself', () => {
  let harness: Harness;
  let page: Page;
  const results = join(project, 'results');

  beforeAll(async () => {
    await writeFile(join(project, 'index.html'), markup);
    await writeFile(join(project, 'main.js'), program);
    const root = { root: project, base: '/site/', configFile: false, logLevel: 'error' } as const;
    await build({ ...root, build: { chunkSizeWarningLimit: 5000 } });
    const folders = { site: join(project, 'dist'), fixtures: dirname(photo) };
    harness = await openHarness({ folders, resultFolder: results });
    page = await harness.freshPage();
    // What never comes is said where it is awaited, before the test itself runs out of time.
    page.setDefaultTimeout(30_000);
    await page.goto(`${harness.address}/site/index.html`);
    await page.waitForFunction('globalThis.isReady');
    await page.evaluate(`(async () => {
      const blob = await (await fetch('/fixtures/grid.heic')).blob();
      globalThis.heic = new File([blob], 'holiday.heic', { type: 'image/heic' });
      globalThis.damaged = new File([blob.slice(0, 400)], 'damaged.heic', { type: 'image/heic' });
      globalThis.notes = new File(['words'], 'notes.txt', { type: 'text/plain' });
    })()`);
  });

  afterAll(() => harness?.close());

  test('Uppy sends the JPEG, other files and what cannot be converted as they are', async () => {
    const jpeg = { name: 'holiday.jpg', type: 'image/jpeg', isSmall: false };
    const words = { name: 'notes.txt', type: 'text/plain', isSmall: true };
    const broken = { name: 'damaged.heic', type: 'image/heic', isSmall: false };
    expect(await page.evaluate('sendByUppy([heic, notes, damaged])')).toEqual({
      sent: [jpeg, jpeg, words, words, broken, broken],
      errors: ['corrupt-file'],
      failed: 0,
    });
  });

  test('Uppy sends nothing that is removed while it is converted', async () => {
    expect(await page.evaluate('removeFromUppy(heic)')).toBe(0);
  });

  test('FilePond shows and sends the JPEG', async () => {
    expect(await page.evaluate('sendByFilePond(heic)')).toMatchObject({
      name: 'holiday.jpg',
      type: 'image/jpeg',
    });
    const sent = await readFile(join(results, 'filepond'), 'latin1');
    expect(sent).toContain('filename="holiday.jpg"');
    expect(sent).toContain('\r\n\r\n\u00ff\u00d8\u00ff');
  });

  test('Dropzone sends the JPEG under its name', async () => {
    expect(await page.evaluate('sendByDropzone(heic)')).toBe('holiday.jpg');
    const sent = await readFile(join(results, 'dropzone'), 'latin1');
    expect(sent).toContain('filename="holiday.jpg"');
    expect(sent).toContain('\r\n\r\n\u00ff\u00d8\u00ff');
  });

  test('React shows what becomes of each photo, also after it has put the component back', async () => {
    const input = page.getByLabel('Photos for React');
    const item = page.locator('#app').getByRole('listitem');
    await input.setInputFiles([photo, fileURLToPath(import.meta.url)]);
    await item.filter({ hasText: 'failed unsupported-format' }).waitFor();
    await item.filter({ hasText: 'grid.heic done image/png' }).waitFor();
    expect(await item.count()).toBe(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    await item.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Toggle' }).click();
    await page.getByRole('button', { name: 'Toggle' }).click();
    await input.setInputFiles(photo);
    await item.filter({ hasText: 'grid.heic done image/png' }).waitFor();
  });

  test('<stillpix-drop> is reached by keyboard, has its label, and tells what it has done', async () => {
    const drop = page.locator('stillpix-drop').first();
    const input = page.getByLabel('Pick photos');
    // Asked for before the first key: the browser takes a moment to hand choosers over.
    const chooser = page.waitForEvent('filechooser');
    await input.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await drop.evaluate((element) => element.matches(':focus'))).toBe(true);
    const outline = await drop
      .locator('label')
      .evaluate((label) => getComputedStyle(label).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(photo);
    await drop.getByRole('status').filter({ hasText: '1 converted' }).waitFor();
    expect(await page.evaluate('dropped.splice(0)')).toEqual([
      ['stillpix-result', 'grid.heic', 'image/jpeg'],
    ]);
  });

  test('<stillpix-drop> takes what is dropped on it, unless it is disabled', async () => {
    const dropOn = (name: string): Promise<void> =>
      page.evaluate(`(() => {
        const transfer = new DataTransfer();
        for (const file of [heic, notes]) transfer.items.add(file);
        const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
        document.querySelector('[label="${name}"]').dispatchEvent(new DragEvent('drop', event));
      })()`);
    await dropOn('Nothing here');
    await dropOn('Pick photos');
    const status = page.locator('stillpix-drop').first().getByRole('status');
    await status.filter({ hasText: '1 von 2 nicht' }).waitFor();
    expect(await page.evaluate('dropped.splice(0).sort()')).toEqual([
      ['stillpix-error', 'notes.txt', 'unsupported-format'],
      ['stillpix-result', 'holiday.heic', 'image/jpeg'],
    ]);
    expect(await page.getByLabel('Nothing here').isDisabled()).toBe(true);
  });
});
