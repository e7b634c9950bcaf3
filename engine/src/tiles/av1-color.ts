import { BitReader } from '../bytes/bit-reader.ts';
import { readBytes, readU8, remaining, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError, orNull } from '../errors.ts';
import type { Cicp } from '../planes/planes.ts';

/** Section numbers are those of the AV1 bitstream specification (version 1.0.0 with errata 1). */
const sequenceHeader = 1;

/** A length in groups of 7 bits, lowest first (4.10.5). */
function readLength(slice: Slice): number {
  let value = 0;
  for (let group = 0; group < 8; group++) {
    const byte = readU8(slice);
    value += (byte & 127) * 128 ** group;
    if (byte < 128) return value;
  }
  throw new EngineError('corrupt-file', 'AV1: a length has no end');
}

/** The first sequence header among open bitstream units (5.3). */
function findSequenceHeader(units: Uint8Array): Uint8Array | null {
  const slice = sliceOf(units);
  while (remaining(slice) > 0) {
    const header = readU8(slice);
    if (header & 4) readU8(slice);
    const length = header & 2 ? readLength(slice) : remaining(slice);
    const payload = readBytes(slice, length);
    if (((header >> 3) & 15) === sequenceHeader) return payload;
  }
  return null;
}

/** Skips 5.5.3 and 5.5.4. Returns the bit length of buffer delays, or 0 without a decoder model. */
function skipTiming(reader: BitReader): number {
  if (!reader.flag()) return 0;
  reader.skip(64);
  if (reader.flag()) reader.unsigned();
  if (!reader.flag()) return 0;
  const delayBits = reader.bits(5) + 1;
  reader.skip(32 + 10);
  return delayBits;
}

/** Skips the operating points in 5.5.1. */
function skipOperatingPoints(reader: BitReader): void {
  const delayBits = skipTiming(reader);
  const hasDisplayDelays = reader.flag();
  const points = reader.bits(5) + 1;
  for (let point = 0; point < points; point++) {
    reader.skip(12);
    // Levels from 4.0 on have a tier.
    if (reader.bits(5) > 7) reader.skip(1);
    if (delayBits > 0 && reader.flag()) reader.skip(2 * delayBits + 1);
    if (hasDisplayDelays && reader.flag()) reader.skip(4);
  }
}

/** Skips the tools in 5.5.1 that only moving pictures use. */
function skipInterTools(reader: BitReader): void {
  reader.skip(4);
  const hasOrderHints = reader.flag();
  if (hasOrderHints) reader.skip(2);
  const isContentChosen = reader.flag();
  if ((isContentChosen || reader.flag()) && !reader.flag()) reader.skip(1);
  if (hasOrderHints) reader.skip(3);
}

/** 5.5.2. */
function readColor(reader: BitReader, profile: number): Cicp {
  const isDeep = reader.flag();
  if (profile === 2 && isDeep) reader.skip(1);
  const isGray = profile !== 1 && reader.flag();
  const [primaries, transfer, matrix] = reader.flag()
    ? [reader.bits(8), reader.bits(8), reader.bits(8)]
    : [2, 2, 2];
  // sRGB coded as RGB implies the full range.
  const isRgb = !isGray && primaries === 1 && transfer === 13 && matrix === 0;
  return { fullRange: isRgb || reader.flag(), primaries, transfer, matrix };
}

function readSequenceColor(payload: Uint8Array): Cicp {
  const reader = new BitReader(payload);
  const profile = reader.bits(3);
  reader.skip(1);
  const isStill = reader.flag();
  if (isStill) reader.skip(5);
  else skipOperatingPoints(reader);
  const [widthBits, heightBits] = [reader.bits(4) + 1, reader.bits(4) + 1];
  reader.skip(widthBits + heightBits);
  if (!isStill && reader.flag()) reader.skip(7);
  reader.skip(3);
  if (!isStill) skipInterTools(reader);
  reader.skip(3);
  return readColor(reader, profile);
}

/**
 * Color of an AV1 item's first sequence header. `null` when that is missing or broken, which the
 * decoder then reports.
 */
export function findAv1Color(units: Uint8Array): Cicp | null {
  return orNull(() => {
    const header = findSequenceHeader(units);
    return header && readSequenceColor(header);
  });
}
