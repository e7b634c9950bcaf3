import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import type { ConvertOptions } from '../../options.ts';
import type { ModuleMessage } from '../../wasm/load.ts';
import { foreseeWasm, WasmSupply } from './wasm-supply.ts';

describe('what a conversion will need', () => {
  test.each<[file: string, options: ConvertOptions, names: string[]]>([
    ['grid.heic', {}, ['hevc-decoder', 'jpeg-encoder']],
    ['grid.heic', { format: 'png' }, ['hevc-decoder', 'png-codec']],
    ['avc-grid.heif', {}, ['jpeg-encoder']],
    ['drawing.png', {}, ['jpeg-encoder', 'png-codec']],
    ['drawing.bmp', {}, ['jpeg-encoder']],
    ['animated.gif', {}, ['lzw', 'jpeg-encoder']],
    ['located.jpg', { targetBytes: 2000 }, ['jpeg-decoder', 'jpeg-encoder']],
    [
      'located.jpg',
      { crop: { x: 1, y: 1, width: 9, height: 9 }, targetBytes: 2000, fewerPixels: false },
      ['jpeg-decoder', 'jpeg-encoder', 'resample'],
    ],
    ['located.jpg', { format: 'png' }, ['mozjpeg-decoder', 'png-codec']],
    ['alpha.webp', {}, ['webp-modes', 'jpeg-encoder']],
    ['drawing.png', { format: 'webp' }, ['jpeg-encoder', 'vp8-encoder', 'png-codec']],
    [
      'drawing.png',
      { format: 'webp', lossless: true },
      ['vp8l-encoder', 'webp-encoder', 'png-codec'],
    ],
    ['located.jpg', { format: 'webp' }, ['jpeg-decoder', 'jpeg-encoder', 'vp8-encoder']],
  ])('is told by the first bytes and the options: %s %j', async (file, options, names) => {
    expect(foreseeWasm(await fixture(file), options, {})).toEqual(names);
  });

  test('is nothing for what is no picture', () => {
    expect(foreseeWasm(new TextEncoder().encode('<html>'), {}, {})).toEqual([]);
  });

  test("leaves out our decoder where the browser's is trusted", async () => {
    const heic = await fixture('grid.heic');
    expect(foreseeWasm(heic, {}, { 'hvc1.1.6.L90.B0': 'trusted' })).toEqual(['jpeg-encoder']);
    expect(foreseeWasm(heic, {}, { 'hvc1.1.6.L90.B0': 'distrusted' })).toHaveLength(2);
  });
});

describe('the supply of codecs', () => {
  test('loads each once for all files, and says beforehand that it is coming', async () => {
    const module = await compiledModule('jpeg');
    const [loaded, sent]: [string[], ModuleMessage[]] = [[], []];
    const load = async (name: string) => {
      loaded.push(name);
      return module;
    };
    const supply = new WasmSupply(load, (message) => sent.push(message));
    const start = fixture('drawing.bmp');
    await Promise.all([supply.order(start, {}, {}), supply.order(start, {}, {})]);
    await supply.order(start, {}, {});
    expect(loaded).toEqual(['jpeg-encoder']);
    expect(sent.map(({ module: sentModule }) => sentModule)).toEqual(['coming', module]);
  });

  test('loads what a format will need before there is a file, and not once more for the file', async () => {
    const module = await compiledModule('jpeg');
    const loaded: string[] = [];
    const load = async (name: string) => {
      loaded.push(name);
      return module;
    };
    const supply = new WasmSupply(load, () => {});
    await supply.prepare('heic', {});
    expect(loaded).toEqual(['hevc-decoder', 'jpeg-encoder']);
    await supply.order(fixture('grid.heic'), {}, {});
    expect(loaded).toHaveLength(2);
  });

  test('tells workers to look for themselves when loading fails, and tries again for the next file', async () => {
    const sent: ModuleMessage[] = [];
    const failing = () => Promise.reject(new Error('the line is down'));
    const supply = new WasmSupply(failing, (message) => sent.push(message));
    const start = fixture('drawing.bmp');
    await supply.order(start, {}, {});
    await supply.order(start, {}, {});
    expect(sent.map(({ module: sentModule }) => sentModule)).toEqual([
      'coming',
      null,
      'coming',
      null,
    ]);
  });

  test('leaves a file that cannot be read to the conversion', async () => {
    const supply = new WasmSupply(
      () => Promise.reject(new Error('not asked')),
      () => {},
    );
    const gone = Promise.reject(new Error('gone'));
    await expect(supply.order(gone, {}, {})).resolves.toBeUndefined();
  });
});
