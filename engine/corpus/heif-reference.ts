import { join } from 'node:path';
import { ByteView, readHeifItems, type HeifFile, type Item } from './heif-items.ts';
import { codecs, decodeItems, NoReference, toRgb, type Signaled } from './heif-samples.ts';
import { run } from './native.ts';
import { cropped, mirrored, overWhite, paste, readPnm, turned, type Picture } from './picture.ts';

/** Alpha is never limited in range, whatever its stream says (ISO/IEC 23000-22, 7.3.5.2). */
const alphaSamples: Signaled = { matrix: 2, fullRange: true };

interface OpenedFile {
  file: HeifFile;
  /** For the tools' files. */
  folder: string;
  /** The pictures asked for are alpha planes. */
  asAlpha: boolean;
}

function nclxOf(item: Item | undefined): Signaled | null {
  for (const { type, content } of item?.properties ?? []) {
    if (type !== 'colr' || String.fromCharCode(...content.subarray(0, 4)) !== 'nclx') continue;
    return {
      matrix: (content[8] ?? 0) * 256 + (content[9] ?? 0),
      fullRange: (content[10] ?? 0) >= 128,
    };
  }
  return null;
}

/** clap, irot and imir in the order the file associates them (ISO/IEC 23000-22, 7.3.6.7). */
function transformed(picture: Picture, item: Item): Picture {
  let result = picture;
  for (const { type, content } of item.properties) {
    const view = new ByteView(content);
    if (type === 'irot') result = turned(result, view.u8() & 3);
    else if (type === 'imir')
      result = mirrored(result, (view.u8() & 1) === 1 ? 'left-right' : 'top-bottom');
    else if (type === 'clap') {
      const fraction = () => view.i32() / view.u32();
      const [width, height, offsetX, offsetY] = [fraction(), fraction(), fraction(), fraction()];
      const left = Math.round(offsetX + (result.width - width) / 2);
      const top = Math.round(offsetY + (result.height - height) / 2);
      const right = Math.min(result.width, left + Math.round(width));
      const bottom = Math.min(result.height, top + Math.round(height));
      result = cropped(
        result,
        Math.max(0, left),
        Math.max(0, top),
        right - Math.max(0, left),
        bottom - Math.max(0, top),
      );
    }
  }
  return result;
}

const known = new Set(
  'ispe pixi colr hvcC avcC irot imir clap pasp auxC rloc udes altt mdcv clli'.split(' '),
);

async function colorOf(source: OpenedFile, id: number, depth = 0): Promise<Picture> {
  const { file, folder, asAlpha } = source;
  const item = file.items.get(id);
  if (!item || depth > 8) throw new NoReference(`item ${id} is missing`);
  const strange = item.properties.find(
    (property) => property.essential && !known.has(property.type),
  );
  if (strange) throw new NoReference(`essential property ${strange.type}`);
  const inputs = file.references.find((r) => r.type === 'dimg' && r.from === id)?.to ?? [];
  let result: Picture;
  if (item.type === 'iden') result = await colorOf(source, inputs[0] ?? 0, depth + 1);
  else if (item.type === 'grid') result = await gridOf(source, item, inputs);
  else if (item.type === 'iovl') result = await overlayOf(source, item, inputs, depth);
  else {
    const [planes] = await decodeItems([item], folder);
    if (!planes) throw new NoReference('nothing decoded');
    result = toRgb(planes, asAlpha ? alphaSamples : nclxOf(item));
  }
  return transformed(result, item);
}

async function gridOf(source: OpenedFile, grid: Item, inputs: number[]): Promise<Picture> {
  const { file, folder, asAlpha } = source;
  const view = new ByteView(grid.data, 1);
  const wide = (view.u8() & 1) === 1;
  view.position += 1;
  const columns = view.u8() + 1;
  const width = wide ? view.u32() : view.u16();
  const height = wide ? view.u32() : view.u16();
  const canvas: Picture = { width, height, rgb: new Uint8Array(width * height * 3) };
  const nclx = asAlpha ? alphaSamples : nclxOf(grid);
  const tiles = inputs.map((id) => file.items.get(id));
  const plain = tiles.every(
    (tile) =>
      tile && codecs[tile.type] && !tile.properties.some((p) => /^(irot|imir|clap)$/.test(p.type)),
  );
  // Rows of tiles with the same configuration go through the decoder together.
  for (let start = 0; start < inputs.length; start += columns) {
    const row = tiles.slice(start, start + columns).filter((tile) => tile !== undefined);
    const same =
      plain &&
      new Set(row.map((tile) => Buffer.from(configurationOf(tile)).toString('base64'))).size === 1;
    const pictures: Picture[] = [];
    if (same) {
      for (const [i, planes] of (await decodeItems(row, folder)).entries()) {
        pictures.push(toRgb(planes, nclx ?? nclxOf(row[i])));
      }
    } else {
      for (const tile of row) pictures.push(await colorOf(source, tile.id, 1));
    }
    for (const [i, picture] of pictures.entries()) {
      paste(canvas, picture, i * picture.width, (start / columns) * picture.height);
    }
  }
  return canvas;
}

function configurationOf(item: Item): Uint8Array {
  const type = codecs[item.type]?.configuration;
  return item.properties.find((p) => p.type === type)?.content ?? new Uint8Array();
}

async function overlayOf(
  source: OpenedFile,
  item: Item,
  inputs: number[],
  depth: number,
): Promise<Picture> {
  const view = new ByteView(item.data, 1);
  const wide = (view.u8() & 1) === 1;
  const background = [view.u16() >> 8, view.u16() >> 8, view.u16() >> 8];
  const backgroundAlpha = view.u16() >> 8;
  const side = () => (wide ? view.u32() : view.u16());
  const offset = () => (wide ? view.i32() : (view.u16() << 16) >> 16);
  const [width, height] = [side(), side()];
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) rgba.set([...background, backgroundAlpha], i * 4);
  const canvas = overWhite(width, height, rgba);
  for (const id of inputs) {
    const [x, y] = [offset(), offset()];
    const layer = source.file.items.get(id);
    const alpha = layer && (await alphaOf(source, layer));
    const picture = await colorOf(source, id, depth + 1);
    paste(canvas, alpha ? blended(canvas, picture, alpha, x, y) : picture, x, y);
  }
  return canvas;
}

/** The layer mixed with what lies under it, by its own alpha picture. */
function blended(under: Picture, layer: Picture, alpha: Picture, x0: number, y0: number): Picture {
  const rgb = new Uint8Array(layer.rgb.length);
  for (let y = 0; y < layer.height; y++) {
    for (let x = 0; x < layer.width; x++) {
      const from = (y * layer.width + x) * 3;
      const below = ((y + y0) * under.width + x + x0) * 3;
      const part = (alpha.rgb[from] ?? 255) / 255;
      for (let c = 0; c < 3; c++) {
        rgb[from + c] = Math.round(
          (layer.rgb[from + c] ?? 0) * part + (under.rgb[below + c] ?? 0) * (1 - part),
        );
      }
    }
  }
  return { ...layer, rgb };
}

/** The alpha picture of an item, or null. For a grid, also the alpha pictures of its tiles. */
async function alphaOf(source: OpenedFile, item: Item): Promise<Picture | null> {
  const { file } = source;
  const auxiliary = file.references
    .filter((r) => r.type === 'auxl' && r.to.includes(item.id))
    .map((r) => file.items.get(r.from))
    .find((aux) =>
      aux?.properties.some(
        (p) => p.type === 'auxC' && /:aux(id:1$|iliary:alpha)/.test(auxiliaryType(p.content)),
      ),
    );
  if (auxiliary) return colorOf({ ...source, asAlpha: true }, auxiliary.id, 1);
  if (item.type !== 'grid') return null;
  const inputs = file.references.find((r) => r.type === 'dimg' && r.from === item.id)?.to ?? [];
  const view = new ByteView(item.data, 3);
  const columns = view.u8() + 1;
  const [width, height] = [view.u16(), view.u16()];
  const canvas: Picture = { width, height, rgb: new Uint8Array(width * height * 3).fill(255) };
  let found = false;
  for (const [i, id] of inputs.entries()) {
    const tile = file.items.get(id);
    const alpha =
      tile && tile.type !== 'grid' && inputs.length <= 64 ? await alphaOf(source, tile) : null;
    if (!alpha) continue;
    found = true;
    paste(canvas, alpha, (i % columns) * alpha.width, Math.floor(i / columns) * alpha.height);
  }
  return found ? canvas : null;
}

function auxiliaryType(content: Uint8Array): string {
  const text = String.fromCharCode(...content.subarray(4));
  return text.slice(0, text.indexOf('\0') < 0 ? undefined : text.indexOf('\0'));
}

/**
 * The primary picture of a HEIF file, upright and laid over white, decoded by ffmpeg and assembled
 * here; for a file with only an image sequence, its first frame. Throws NoReference when the file
 * asks for something this reader does not know, which is when an engine should refuse it too.
 */
export async function heifReference(
  bytes: Uint8Array,
  path: string,
  folder: string,
): Promise<Picture> {
  const file = readHeifItems(bytes);
  if (!file) return firstFrame(path, folder);
  const source: OpenedFile = { file, folder, asAlpha: false };
  const item = file.items.get(file.primary);
  if (!item) throw new NoReference('the primary item is missing');
  const color = await colorOf(source, file.primary);
  const alpha = await alphaOf(source, item);
  if (!alpha) return color;
  const upright =
    alpha.width === color.width && alpha.height === color.height ? alpha : transformed(alpha, item);
  if (upright.width !== color.width) throw new NoReference('alpha of another size');
  const rgba = new Uint8Array(color.width * color.height * 4);
  for (let i = 0; i < color.width * color.height; i++) {
    rgba.set(color.rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = upright.rgb[i * 3] ?? 255;
  }
  return overWhite(color.width, color.height, rgba);
}

async function firstFrame(path: string, folder: string): Promise<Picture> {
  const out = join(folder, 'frame.hevc');
  const copy = await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-c',
    'copy',
    '-frames:v',
    '1',
    '-f',
    'hevc',
    out,
  ]);
  if (!copy.ok) throw new NoReference('no item and no track that ffmpeg reads');
  const raw = await run('ffmpeg', [
    '-v', 'error', '-i', out, '-frames:v', '1', '-sws_flags', 'accurate_rnd+full_chroma_int+neighbor',
    '-f', 'image2pipe', '-c:v', 'ppm', '-pix_fmt', 'rgb24', '-',
  ]); // prettier-ignore
  return readPnm(raw.stdout);
}
