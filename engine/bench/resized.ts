/** How near resized pictures are to what a slow and careful tool makes of the same. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasTool, run } from '../corpus/native.ts';
import { readPixels } from '../testing/pictures.ts';
import { Ssimulacra2 } from '../testing/ssimulacra2.ts';
import type { Harness } from './harness.ts';
import { cacheFolder } from '../testing/folders.ts';
import type { Target } from './report.ts';
import type { Samples } from './samples.ts';

const side = 1920;

/** ImageMagick's, as light, by a kernel of three lobes: the picture itself, without a codec's losses. */
async function makeReference({ jpeg, folder }: Samples): Promise<string> {
  const path = join(folder, 'resized.png');
  const asLight = ['-strip', '-depth', '16', '-colorspace', 'RGB', '-filter', 'Lanczos'];
  const size = ['-resize', `${side}x${side}`, '-colorspace', 'sRGB', '-depth', '8'];
  const { ok, stderr } = await run('convert', [jpeg, ...asLight, ...size, `PNG24:${path}`]);
  if (!ok) throw new Error(`convert failed: ${stderr.trim().slice(0, 300)}`);
  return path;
}

/** The JPEG at 1920 pixels, ours and the canvas's at quality 92, by SSIMULACRA 2; nothing without ImageMagick. */
export async function compareResized(harness: Harness, samples: Samples): Promise<Target[]> {
  if (!(await hasTool('convert'))) return [];
  const reference = await readPixels(await readFile(await makeReference(samples)), 4);
  const url = `/samples/${basename(samples.jpeg)}`;
  const page = await harness.freshPage();
  await page.evaluate((path) => laboratory.hold(path), url);
  const [ours, canvas] = ['resized-ours.jpg', 'resized-canvas.jpg'];
  await page.evaluate((task) => laboratory.convert(task), {
    url,
    limitMs: 60_000,
    saveAs: ours,
    options: { quality: 92, resize: { width: side, height: side } },
  });
  await page.evaluate((path) => laboratory.save('canvas to 1920', path), canvas);
  await page.context().close();
  const metric = await Ssimulacra2.create();
  const scoreOf = async (name: string): Promise<number> => {
    const file = await readFile(join(cacheFolder, 'results', name));
    return metric.score(reference, await readPixels(file, 4));
  };
  const [own, other] = [await scoreOf(ours), await scoreOf(canvas)];
  return [
    {
      what: 'jpg to jpg of 1920 pixels, SSIMULACRA 2 against a reference, beside canvas',
      asked: 'as much or more',
      found: `${own.toFixed(1)}, canvas ${other.toFixed(1)}`,
      reached: own >= other,
    },
  ];
}
