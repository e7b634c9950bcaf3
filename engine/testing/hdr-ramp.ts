/** Gray ramps of HDR signals, from black at the top to the brightest at the bottom. */
import sharp from 'sharp';
import { writeChunk } from '../src/formats/png/chunks.ts';
import { encodePng } from '../src/formats/png/encode.ts';
import { hlgToScene, pqToNits, srgbToLight } from '../src/color/transfer.ts';
import { isoMark, readIsoMetadata } from '../src/gain-map/iso.ts';
import { findPayload } from '../src/formats/jpeg/read-metadata.ts';
import { readJpeg } from '../src/formats/jpeg/segments.ts';

export const rampSize = { width: 32, height: 128 };

/** What a row of the ramp signals, 0 to 1. */
const signalOf = (row: number): number => (row + 0.5) / rampSize.height;

/** ITU-T H.273. */
export const transfers = { pq: 16, hlg: 18 };
const bt2020 = 9;

/** A PNG of 16 bits whose `cICP` says what its samples mean. */
export async function writeHdrPng(transfer: number): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = rampSize;
  const data = new Uint16Array(width * height * 4).fill(65_535);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.fill(Math.round(signalOf(Math.floor(pixel / width)) * 65_535), 4 * pixel, 4 * pixel + 3);
  }
  const flags = { opaque: true, gray: false, premultiplied: false, color: {} };
  const png = await encodePng({ width, height, data, ...flags });
  const headerEnd = 33;
  const cicp = writeChunk('cICP', Uint8Array.of(bt2020, transfer, 0, 1));
  return new Uint8Array(Buffer.concat([png.subarray(0, headerEnd), cicp, png.subarray(headerEnd)]));
}

/** Candela per square meter of a gray signal; HLG's is a display's of 1,000 (ITU-R BT.2100, table 5). */
function nitsOf(transfer: number, signal: number): number {
  return transfer === transfers.pq ? pqToNits(signal) : 1000 * hlgToScene(signal) ** 1.2;
}

/**
 * How far an Ultra HDR JPEG of the ramp is from its light, in stops, at the row where it is farthest of
 * those that are brighter than a tenth of ordinary white.
 */
export async function farthestFromRamp(jpeg: Uint8Array, transfer: number): Promise<number> {
  const { gainMap } = await sharp(jpeg).metadata();
  const map = new Uint8Array(gainMap!.image);
  const { max } = readIsoMetadata(findPayload(readJpeg(map).segments, 0xe2, isoMark)!)!;
  const open = (picture: Uint8Array) =>
    sharp(picture, { ignoreIcc: true }).toColorspace('b-w').raw();
  const { width, height } = rampSize;
  const base = await open(jpeg).toBuffer();
  const gain = await open(map).resize(width, height, { fit: 'fill', kernel: 'linear' }).toBuffer();
  let farthest = 0;
  // Neighbors beyond the edge would count for the first and the last rows of the smaller map.
  for (let row = 2; row < height - 2; row++) {
    const at = row * width + width / 2;
    const wanted = nitsOf(transfer, signalOf(row));
    if (wanted < 20) continue;
    const shown = 203 * srgbToLight(base[at]! / 255) * 2 ** ((gain[at]! / 255) * max[0]);
    farthest = Math.max(farthest, Math.abs(Math.log2(shown / wanted)));
  }
  return farthest;
}
