import sharp from 'sharp';
import { expect } from 'vitest';
import { contains, psnrOf } from './pictures.ts';
import { findPayload, readJpegMetadata } from '../src/formats/jpeg/read-metadata.ts';
import { readJpeg } from '../src/formats/jpeg/segments.ts';
import { readHdrgm } from '../src/gain-map/hdrgm.ts';
import { isoMark, readIsoMetadata } from '../src/gain-map/iso.ts';
import type { GainMapMetadata } from '../src/gain-map/metadata.ts';
import type { GainMapSamples } from '../src/transform/gain-map.ts';

/**
 * The maps of these files are gray copies of their pictures, so that a mismatch in geometry shows.
 */
export const likeness = 20;

/** Gray samples of a picture, as read by another library. */
export async function grayOf(picture: Uint8Array, width?: number, height?: number) {
  const opened = sharp(picture, { ignoreIcc: true }).toColorspace('b-w');
  const sized = width ? opened.resize(width, height, { fit: 'fill' }) : opened;
  const { data, info } = await sized.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data: new Uint8Array(data) };
}

export async function colorsOf(picture: Uint8Array): Promise<GainMapSamples> {
  const opened = sharp(picture, { ignoreIcc: true }).toColorspace('srgb').raw();
  const { data, info } = await opened.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data: new Uint8Array(data) };
}

export async function mapOf(jpeg: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const { gainMap } = await sharp(jpeg).metadata();
  return gainMap ? new Uint8Array(gainMap.image) : null;
}

/** Numbers of a map in ISO's and in Adobe's metadata, which must agree. */
export function numbersOf(map: Uint8Array): GainMapMetadata {
  const file = readJpeg(map);
  const numbers = readIsoMetadata(findPayload(file.segments, 0xe2, isoMark)!)!;
  expect(readHdrgm(readJpegMetadata(file).xmp!)).toEqual(numbers);
  return numbers;
}

/** Decibels between a result and its map. The map must have the picture's shape. */
export async function fitOf(jpeg: Uint8Array, undo: (sample: number) => number = (s) => s) {
  const map = await grayOf((await mapOf(jpeg))!);
  const picture = await grayOf(jpeg, map.width, map.height);
  return psnrOf({ ...map, data: map.data.map(undo) }, picture);
}

/** Words that only a file with a gain map has. */
export const traces = ['hdrgm:', 'MPF\0', 'Container:Directory', 'GainMap', isoMark];

export function tracesIn(bytes: Uint8Array): string[] {
  return traces.filter((trace) => contains(bytes, trace));
}
