import { expect, test } from 'vitest';
import { bytesOfBlob, fixture } from '../../testing/pictures.ts';
import { jpegOf } from '../../testing/strip-results.ts';
import { runInStrips } from '../../testing/run-in-strips.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { planStrips } from '../strips/plan-strips.ts';
import type { StripPlan } from '../strips/tasks/plan.ts';
import { turnOf } from '../transform/orient.ts';

async function bytesOf(plan: StripPlan, file: Blob): Promise<Uint8Array> {
  const result = {
    format: 'jpeg' as const,
    input: 'heic' as const,
    width: plan.width,
    height: plan.height,
    role: 'main' as const,
    isMotionPhoto: false,
    video: null,
    notes: [],
    others: [],
    milliseconds: 0,
  };
  return bytesOfBlob((await runInStrips({ plan, result }, file)).blob);
}

test('makes the same file of a part whether strips are encoded or collected', async () => {
  const bytes = await fixture('grid.heic');
  const container = readHeif(bytes)!;
  const picture = describePicture(container, primaryItem(container));
  for (const orientation of [1, 3, 6, 8]) {
    const turned = orientation > 4;
    const [width, height] = turned
      ? [picture.height, picture.width]
      : [picture.width, picture.height];
    const area = { x: 6, y: 10, width: width - 12, height: height - 16 };
    const frame = { area, size: area, halfChroma: null, kernel: 'lanczos' as const };
    const choices = { frame, turn: turnOf(orientation) };
    const encoded = planStrips(bytes, picture, 92, [], choices)!;
    const collected = planStrips(bytes, picture, 92, [], { ...choices, maxCollected: 1e6 })!;
    expect(encoded.collecting).toBeNull();
    expect(collected.collecting).not.toBeNull();
    const file = new Blob([bytes]);
    expect(await bytesOf(jpegOf(collected), file)).toEqual(await bytesOf(jpegOf(encoded), file));
  }
});
