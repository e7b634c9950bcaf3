import { describe, expect, test } from 'vitest';
import { box, hevcItem, uint, writeHeif, type HeifToWrite } from '../../testing/heif-writer.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { planStrips } from './plan-strips.ts';
import { sample } from '../../testing/strip-sample.ts';

describe('planning', () => {
  const describeItem = (heif: HeifToWrite) => {
    const file = writeHeif(heif);
    const container = readHeif(file)!;
    return planStrips(file, describePicture(container, primaryItem(container)), 92, []);
  };

  test('leaves HDR and RGB to the pipeline that knows them', () => {
    const nclx = (transfer: number, matrix: number) => {
      const numbers = [9, transfer, matrix].flatMap((value) => uint(value, 2));
      return [{ box: box('colr', 'nclx', numbers, [0x80]) }];
    };
    const picture = (transfer: number, matrix: number) =>
      describeItem({
        primary: 1,
        items: [hevcItem(1, 64, 64, { properties: nclx(transfer, matrix) })],
      });
    expect(picture(13, 6)).not.toBeNull();
    expect(picture(16, 9)).toBeNull();
    expect(picture(18, 9)).toBeNull();
    expect(picture(13, 0)).toBeNull();
  });

  test('makes tasks that take no more than themselves along when they are sent', () => {
    const { file, plan } = sample(samplePhoto(128, 128), 2, 2);
    const [first, second] = plan.tasks[0]!.tiles;
    expect(first!.configuration.length).toBeGreaterThan(10);
    expect(first!.configuration.buffer.byteLength).toBe(first!.configuration.length);
    expect(first!.configuration.buffer).not.toBe(file.buffer);
    expect(second!.configuration.length).toBe(second!.configuration.buffer.byteLength);
    expect(structuredClone(plan.tasks[0])).toEqual(plan.tasks[0]);
  });

  test('names where the data lies instead of copying it', () => {
    const plan = describeItem({ primary: 1, items: [hevcItem(1, 64, 64)] })!;
    expect(plan.tasks[0]!.tiles[0]!.data).toEqual({
      start: expect.any(Number),
      end: expect.any(Number),
    });
  });
});
