// HEVC streams between their two forms, and decoded planes as the raw frames that other decoders
// write.
import type { Planes } from '../../src/planes/planes.ts';
import { readHevcConfiguration } from '../../src/heif/hevc-configuration.ts';
import { splitNalUnits } from '../../src/hevc/nal-units.ts';

const startCode = Uint8Array.of(0, 0, 0, 1);

/** An hvcC without parameter sets; they are in the data then. */
export const emptyConfiguration = ((): Uint8Array => {
  const configuration = new Uint8Array(23);
  configuration[0] = 1;
  configuration[21] = 3;
  return configuration;
})();

/** An item's configuration and data as a byte stream (ITU-T H.265 annex B). */
export function toByteStream(hvcC: Uint8Array, data: Uint8Array): Uint8Array {
  const { nalUnits, lengthSize } = readHevcConfiguration(hvcC);
  const units = [...nalUnits, ...splitNalUnits(data, lengthSize)];
  return Buffer.concat(units.flatMap((unit) => [startCode, unit]));
}

/** The NAL units of a byte stream, each behind its length of four bytes. */
export function fromByteStream(stream: Uint8Array): Uint8Array {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.length);
  const units: Uint8Array[] = [];
  let at = bytes.indexOf('000001', 0, 'hex');
  while (at >= 0) {
    const next = bytes.indexOf('000001', at + 3, 'hex');
    let end = next < 0 ? bytes.length : next;
    while (bytes[end - 1] === 0) end--;
    units.push(bytes.subarray(at + 3, end));
    at = next;
  }
  return joinNalUnits(units);
}

export function joinNalUnits(units: readonly Uint8Array[]): Uint8Array {
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(unit.length);
    return [length, unit];
  });
  return new Uint8Array(Buffer.concat(parts));
}

/** Plane after plane without gaps, 16-bit samples with their low byte first. */
export function rawFrame(planes: Planes): Uint8Array {
  const rows: Uint8Array[] = [];
  for (const [component, plane] of planes.planes.entries()) {
    const isChroma = component > 0;
    const halfWidth = isChroma && planes.chroma !== '4:4:4';
    const halfHeight = isChroma && planes.chroma === '4:2:0';
    const width = halfWidth ? (planes.width + 1) >> 1 : planes.width;
    const height = halfHeight ? (planes.height + 1) >> 1 : planes.height;
    const stride = planes.strides[component]!;
    for (let y = 0; y < height; y++) {
      const row = plane.subarray(y * stride, y * stride + width);
      rows.push(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
    }
  }
  return Buffer.concat(rows);
}
