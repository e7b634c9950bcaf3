import { expect, test } from 'vitest';
import { planesOf, samplePhoto } from '../../testing/sample-planes.ts';
import type { Planes } from '../planes/planes.ts';
import { learnTrust, onTrust, samePlanes, setTrust, trustIn } from './trust.ts';

const planes = planesOf(samplePhoto(33, 17), '4:2:0');

function withPadding({ planes: [y, ...chroma], strides, ...rest }: Planes): Planes {
  const padded = new Uint8Array(40 * 17).fill(9);
  for (let row = 0; row < 17; row++) padded.set(y!.subarray(row * 33, row * 33 + 33), row * 40);
  return { ...rest, planes: [padded, ...chroma], strides: [40, ...strides.slice(1)] };
}

test('compares samples, not the padding around them', () => {
  expect(samePlanes(planes, withPadding(planes))).toBe(true);
});

test('notices a single wrong sample in any plane', () => {
  for (const wrong of [0, 1, 2]) {
    const copy = planes.planes.map((plane) => plane.slice());
    copy[wrong]![copy[wrong]!.length - 1]! ^= 1;
    expect(samePlanes(planes, { ...planes, planes: copy })).toBe(false);
  }
  expect(samePlanes(planes, planesOf(samplePhoto(33, 18), '4:2:0'))).toBe(false);
});

test('never trusts again what has been caught', () => {
  const heard: string[] = [];
  onTrust((codec, value) => heard.push(`${codec} ${value}`));
  setTrust('a', 'trusted');
  setTrust('a', 'trusted');
  setTrust('a', 'distrusted');
  setTrust('a', 'trusted');
  learnTrust({ a: 'trusted', b: 'distrusted' });
  expect([trustIn('a'), trustIn('b'), trustIn('c')]).toEqual(['distrusted', 'distrusted', null]);
  expect(heard).toEqual(['a trusted', 'a distrusted']);
});
