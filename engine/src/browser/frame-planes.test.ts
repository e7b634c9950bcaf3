import { expect, test } from 'vitest';
import { FakeFrame, type Behavior } from '../../testing/fake-video-decoder.ts';
import { planesOf, samplePhoto } from '../../testing/sample-planes.ts';
import type { Planes } from '../planes/planes.ts';
import { planesOfFrame } from './frame-planes.ts';
import { samePlanes } from '../tiles/trust.ts';

const planes = planesOf(samplePhoto(33, 17), '4:2:0');

function frameOf(shown: Planes, behavior: Behavior): VideoFrame {
  return new FakeFrame(shown, 0, behavior) as unknown as VideoFrame;
}

test('are the samples of the frame, whatever its layout', async () => {
  for (const format of ['I420', 'NV12'] as const) {
    for (const padding of [0, 16, 30]) {
      const copied = await planesOfFrame(frameOf(planes, { format, padding }), false);
      expect(samePlanes(copied, planes)).toBe(true);
    }
  }
});

test('keep all bits of deep samples', async () => {
  const deep: Planes = {
    ...planes,
    bitDepth: 10,
    chromaBitDepth: 10,
    planes: planes.planes.map((plane) => Uint16Array.from(plane, (sample) => sample * 4 + 3)),
  };
  const frame = frameOf(deep, { format: 'I420P10', padding: 6 });
  expect(samePlanes(await planesOfFrame(frame, false), deep)).toBe(true);
});

test('are luma alone for gray codings, which come with empty chroma', async () => {
  const gray: Planes = { ...planes, chroma: '4:0:0', planes: planes.planes.slice(0, 1) };
  for (const format of ['I420', 'NV12'] as const) {
    const copied = await planesOfFrame(frameOf(planes, { format, padding: 8 }), true);
    expect(samePlanes(copied, gray)).toBe(true);
  }
});

test('are refused by name where the browser keeps them to itself', async () => {
  const refused = { code: 'unsupported-feature', feature: 'video-frame-format' };
  await expect(planesOfFrame(frameOf(planes, { format: null }), false)).rejects.toMatchObject(
    refused,
  );
});
