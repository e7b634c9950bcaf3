/** Writes ICC profiles (ICC.1:2022) that describe their colors by tables, for tests. */

type Vector = readonly [number, number, number];

export interface TableProfile {
  /** The type of the `A2B0` tag. */
  type: 'mft1' | 'mft2' | 'mAB ';
  space: 'RGB ' | 'GRAY';
  connection: 'Lab ' | 'XYZ ';
  /** Points of the grid along each input. */
  size: number;
  /** What the curves in front of the grid do to a device value. */
  curve: (value: number) => number;
  /** XYZ relative to D50 for values behind the curves. */
  toXyz: (values: readonly number[]) => Vector;
}

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const fixed = (value: number): number[] => u32(Math.round(value * 65_536));

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed);

const d50: Vector = [0.9642, 1, 0.8249];

function toLab([x, y, z]: Vector): Vector {
  const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  const [fx, fy, fz] = [f(x / d50[0]), f(y / d50[1]), f(z / d50[2])];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** Numbers of the connection space as 0 to 1, in the encoding of the tag's type. */
function encode(xyz: Vector, { type, connection }: TableProfile): number[] {
  if (connection === 'XYZ ') return xyz.map((value) => (value * 32_768) / 65_535);
  const [l, a, b] = toLab(xyz);
  const scale = type === 'mft2' ? 65_280 / 65_535 : 1;
  return [l / 100, (a + 128) / 255, (b + 128) / 255].map((value) => value * scale);
}

const sample = (value: number, bytes: 1 | 2): number[] => {
  const max = bytes === 1 ? 255 : 65_535;
  const whole = Math.round(Math.min(Math.max(value, 0), 1) * max);
  return bytes === 1 ? [whole] : u16(whole);
};

function writeGrid(profile: TableProfile, bytes: 1 | 2): number[] {
  const { size, space, toXyz } = profile;
  const channels = space === 'GRAY' ? 1 : 3;
  return Array.from({ length: size ** channels }, (_, at) => {
    const values = Array.from(
      { length: channels },
      (_channel, index) => (Math.floor(at / size ** (channels - 1 - index)) % size) / (size - 1),
    );
    return encode(toXyz(values), profile).flatMap((value) => sample(value, bytes));
  }).flat();
}

function ramp(entries: number, bytes: 1 | 2, curve: (value: number) => number): number[] {
  return Array.from({ length: entries }, (_, at) =>
    sample(curve(at / (entries - 1)), bytes),
  ).flat();
}

const straight = (value: number): number => value;

function writeMultiFunctionTable(profile: TableProfile): number[] {
  const { type, space, size, curve } = profile;
  const channels = space === 'GRAY' ? 1 : 3;
  const bytes = type === 'mft1' ? 1 : 2;
  const entries = type === 'mft1' ? 256 : 1024;
  return [
    ...[...ascii(type), ...u32(0), channels, 3, size, 0, ...identity],
    ...(type === 'mft2' ? [...u16(entries), ...u16(2)] : []),
    ...Array.from({ length: channels }, () => ramp(entries, bytes, curve)).flat(),
    ...writeGrid(profile, bytes),
    ...Array.from({ length: 3 }, () => ramp(type === 'mft1' ? 256 : 2, bytes, straight)).flat(),
  ];
}

/** With all five stages: the matrix and the curves behind the grid do nothing. */
function writeStages(profile: TableProfile): number[] {
  const channels = profile.space === 'GRAY' ? 1 : 3;
  const line = [...ascii('curv'), ...u32(0), ...u32(0)];
  const curve = [...ascii('curv'), ...u32(0), ...u32(1024), ...ramp(1024, 2, profile.curve)];
  const lines = [...line, ...line, ...line];
  const matrix = [...identity, ...[0, 0, 0].flatMap(fixed)];
  const sizes = Array.from({ length: 16 }, (_, at) => (at < channels ? profile.size : 0));
  const grid = [...sizes, 2, 0, 0, 0, ...writeGrid(profile, 2)];
  const padding = Array.from({ length: (4 - (grid.length % 4)) % 4 }, () => 0);
  const head = 32;
  const matrixAt = head + lines.length;
  const middleAt = matrixAt + matrix.length;
  const gridAt = middleAt + lines.length;
  const firstAt = gridAt + grid.length + padding.length;
  return [
    ...[...ascii('mAB '), ...u32(0), channels, 3, 0, 0],
    ...[head, matrixAt, middleAt, gridAt, firstAt].flatMap(u32),
    ...[...lines, ...matrix, ...lines, ...grid, ...padding],
    ...Array.from({ length: channels }, () => curve).flat(),
  ];
}

export function writeTableProfile(profile: TableProfile): Uint8Array<ArrayBuffer> {
  const { type, space, connection } = profile;
  const version = type === 'mAB ' ? 0x0420_0000 : 0x0210_0000;
  const name = 'Tables';
  const tags: [string, number[]][] = [
    [
      'desc',
      [
        ...[...ascii('desc'), ...u32(0), ...u32(name.length + 1), ...ascii(name)],
        ...Array.from({ length: 80 }, () => 0),
      ],
    ],
    ['wtpt', [...ascii('XYZ '), ...u32(0), ...d50.flatMap(fixed)]],
    ['A2B0', type === 'mAB ' ? writeStages(profile) : writeMultiFunctionTable(profile)],
  ];
  const table = u32(tags.length);
  const body: number[] = [];
  const start = 128 + 4 + tags.length * 12;
  for (const [signature, data] of tags) {
    table.push(...ascii(signature), ...u32(start + body.length), ...u32(data.length));
    for (const byte of data) body.push(byte);
    while (body.length % 4 !== 0) body.push(0);
  }
  const bytes = new Uint8Array(start + body.length);
  bytes.set(u32(bytes.length), 0);
  bytes.set(u32(version), 8);
  bytes.set(ascii(`scnr${space}${connection}`), 12);
  bytes.set([7, 0xea, 0, 1, 0, 1], 24);
  bytes.set(ascii('acsp'), 36);
  bytes.set(d50.flatMap(fixed), 68);
  bytes.set(table, 128);
  bytes.set(body, start);
  return bytes;
}
