import { joinBytes } from '../bytes/join.ts';
import { colorTypes } from '../formats/png/header.ts';
import { headerChunk, pngSignature, streamStart } from '../formats/png/stream.ts';
import type { Turn } from '../geometry.ts';
import type { PlanarPicture } from '../tiles/planar-picture.ts';
import type { ColorTags } from '../planes/raster.ts';
import { detach } from '../tiles/coded-tile.ts';
import { planShapes } from '../tiles/strip-shape.ts';
import { noTurn } from '../transform/orient.ts';
import type { PngPlan } from './tasks/plan.ts';
import type { PngStripTask } from './tasks/task.ts';

/**
 * Plans a picture as strips of PNG, each compressed separately. `null` as in `planStrips`, and for
 * pictures of one strip, which gain nothing. `chunks` describe the picture and follow its header.
 */
export function planPngStrips(
  file: Uint8Array,
  picture: PlanarPicture,
  { gray, toSrgb, isSmall }: { gray: boolean; toSrgb: ColorTags | null; isSmall: boolean },
  chunks: readonly Uint8Array[],
  turn: Turn = noTurn,
): PngPlan | null {
  const planned = planShapes(file, picture, turn);
  if (!planned || planned.shapes.length < 2) return null;
  const { width, height, shapes } = planned;
  const { bitDepth } = picture;
  const stored = gray ? 1 : 3;
  const form = {
    bitDepth: bitDepth > 8 ? 16 : 8,
    colorType: gray ? colorTypes.gray : colorTypes.rgb,
  };
  const color = toSrgb?.icc ? { ...toSrgb, icc: detach(toSrgb.icc) } : toSrgb;
  const header = joinBytes([pngSignature, headerChunk(planned, form), ...chunks, streamStart]);
  const tasks = shapes.map((shape): PngStripTask => ({
    kind: 'png',
    ...shape,
    stored,
    isSmall,
    toSrgb: color,
  }));
  return { kind: 'png', width, height, header, tasks, collecting: null, limit: null, notes: [] };
}
