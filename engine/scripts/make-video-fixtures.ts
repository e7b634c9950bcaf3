/**
 * Makes the grids of AV1 and H.264 tiles in engine/fixtures, which browsers decode with the same code
 * that takes HEVC where a browser has it; and a live photo's movie in HEVC, with the same frames as H.264. Needs Debian's ffmpeg and imagemagick; run it with
 * `node scripts/make-video-fixtures.ts`. References are decoded by ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { box, bytesOf, fullBox, gridBody, ispe, uint, writeHeif } from '../testing/heif-writer.ts';

const out = join(import.meta.dirname, '../fixtures');
const scratch = mkdtempSync(join(tmpdir(), 'video-fixtures-'));

const tile = 128;
const canvas = { width: 200, height: 150 };

/** A tile's bytes as an item holds them, and its configuration box. */
interface Coded {
  data: Uint8Array;
  configuration: Uint8Array;
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** AV1 bitstream specification, 5.3: type, and payload size in LEB128. */
function splitObus(stream: Uint8Array): { type: number; bytes: Uint8Array }[] {
  const obus = [];
  for (let at = 0; at < stream.length;) {
    const type = (stream[at]! >> 3) & 15;
    let size = 0;
    let next = at + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = stream[next++]!;
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    obus.push({ type, bytes: stream.subarray(at, next + size) });
    at = next + size;
  }
  return obus;
}

function readAv1(stream: Uint8Array): Coded {
  const temporalDelimiter = 2;
  const obus = splitObus(stream).filter(({ type }) => type !== temporalDelimiter);
  const sequence = obus.find(({ type }) => type === 1)!.bytes;
  // 5.5.1 with reduced_still_picture_header: profile (3 bits), two flags, then the level (5 bits).
  const payload = (sequence[2]! << 8) | sequence[3]!;
  const profile = payload >> 13;
  const level = (payload >> 6) & 31;
  // 8 bits, 4:2:0.
  const fields = [0x81, (profile << 5) | level, 0x0c, 0];
  return {
    data: bytesOf(...obus.map(({ bytes }) => bytes)),
    configuration: box('av1C', fields, sequence),
  };
}

/** ITU-T H.264, annex B: units between start codes. */
function splitNalUnits(stream: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  for (let i = 0; i + 3 < stream.length; i++) {
    if (stream[i] === 0 && stream[i + 1] === 0 && stream[i + 2] === 1) starts.push(i + 3);
  }
  return starts.map((start, i) => {
    let end = i + 1 < starts.length ? starts[i + 1]! - 3 : stream.length;
    while (stream[end - 1] === 0) end--;
    return stream.subarray(start, end);
  });
}

function readAvc(stream: Uint8Array): Coded {
  const units = splitNalUnits(stream);
  const find = (type: number): Uint8Array => units.find((unit) => (unit[0]! & 31) === type)!;
  const [sps, pps, idr] = [find(7), find(8), find(5)];
  const configuration = box(
    'avcC',
    [1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1],
    uint(sps.length, 2),
    sps,
    [1],
    uint(pps.length, 2),
    pps,
  );
  return { data: bytesOf(uint(idr.length, 4), idr), configuration };
}

const shown = `${canvas.width}x${canvas.height}+0+0`;

function paint(): string {
  const whole = join(scratch, 'whole.png');
  run('convert', [
    ...['-size', `${2 * tile}x${2 * tile}`, 'gradient:#c02020-#2040c0', '-fill', '#30c060'],
    ...['-draw', 'circle 70,60 70,20', '-fill', '#f0e020', '-draw', 'rectangle 120,20 180,50'],
    ...['-fill', '#101010', '-draw', 'polygon 90,140 190,140 190,80', '-blur', '0x1', whole],
  ]);
  return whole;
}

/** Encodes the four quarters of a drawing, and draws the reference from what ffmpeg decodes again. */
function encodeTiles(encoder: string[], extension: string, referenceFile: string): Uint8Array[] {
  const whole = paint();
  const decoded: string[] = [];
  const streams = [0, 1, 2, 3].map((index) => {
    const [x, y] = [(index % 2) * tile, Math.floor(index / 2) * tile];
    const [png, coded, again] = ['png', extension, 'again.png'].map((end) =>
      join(scratch, `${index}.${end}`),
    );
    run('convert', [whole, '-crop', `${tile}x${tile}+${x}+${y}`, '+repage', png!]);
    const format = ['-vf', 'scale=out_range=full:out_color_matrix=bt601', '-pix_fmt', 'yuv420p'];
    const tags = ['-color_range', 'pc', '-colorspace', 'smpte170m'];
    run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      png!,
      '-frames:v',
      '1',
      ...format,
      ...tags,
      ...encoder,
      coded!,
    ]);
    run('ffmpeg', ['-v', 'error', '-y', '-i', coded!, again!]);
    decoded.push(again!);
    return readFileSync(coded!);
  });
  run('montage', [...decoded, '-tile', '2x2', '-geometry', '+0+0', join(scratch, 'grid.png')]);
  run('convert', [join(scratch, 'grid.png'), '-crop', shown, '+repage', '-strip', referenceFile]);
  return streams;
}

function writeGrid(name: string, brand: string, type: string, tiles: Coded[]): void {
  const nclx = box('colr', 'nclx', uint(1, 2), uint(13, 2), uint(6, 2), [0x80]);
  // Three channels of 8 bits. AVIF files must say so (AV1 Image File Format, 2.1).
  const pixi = fullBox('pixi', 0, 0, [3, 8, 8, 8]);
  const file = writeHeif({
    brand,
    compatible: ['mif1', brand],
    primary: 5,
    items: [
      ...tiles.map(({ data, configuration }, index) => ({
        id: index + 1,
        type,
        data,
        hidden: true,
        properties: [
          { box: ispe(tile, tile) },
          { box: configuration, essential: true },
          { box: nclx },
          { box: pixi },
        ],
      })),
      {
        id: 5,
        type: 'grid',
        source: 'idat' as const,
        data: gridBody(2, 2, canvas.width, canvas.height),
        properties: [{ box: ispe(canvas.width, canvas.height) }, { box: nclx }, { box: pixi }],
      },
    ],
    references: [{ type: 'dimg', from: 5, to: [1, 2, 3, 4] }],
  });
  writeFileSync(join(out, name), file);
}

/** One item that says nothing about color, and so has BT.601's matrix (MIAF, ISO/IEC 23000-22, 7.3.6.4). */
function makeUnnamed(): void {
  const [png, avif] = [join(scratch, 'shown.png'), join(out, 'av1-unnamed.avif')];
  run('convert', [paint(), '-crop', shown, '+repage', png]);
  const format = ['-vf', 'scale=out_color_matrix=bt601', '-pix_fmt', 'yuv420p'];
  const encoder = ['-c:v', 'libsvtav1', '-crf', '20', '-frames:v', '1'];
  run('ffmpeg', ['-v', 'error', '-y', '-i', png, ...format, ...encoder, avif]);
  run('ffmpeg', ['-v', 'error', '-y', '-i', avif, '-vf', 'scale=in_color_matrix=bt601', png]);
  run('convert', [png, '-strip', join(out, 'av1-unnamed.png')]);
}

/** As a phone held upright writes it: the samples lie on their side (ISO/IEC 14496-12, 8.3.2). */
function turnFirstTrack(movie: Buffer): Buffer {
  // A quarter turn clockwise, and 240 to the right, in 16.16; the last is in 2.30.
  const matrix = [0, 0x1_0000, 0, 0xffff_0000, 0, 0, 240 * 0x1_0000, 0, 0x4000_0000];
  movie.set(bytesOf(...matrix.map((value) => uint(value, 4))), movie.indexOf('tkhd') + 44);
  return movie;
}

/** Frames that are decoded in another order than shown, one that is missing, sound that begins before them. */
function makeMovies(): void {
  const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=1.2'];
  const frames = ['-vf', 'select=not(eq(n\\,7))', '-vsync', 'vfr', '-pix_fmt', 'yuv420p'];
  const hevc = ['-c:v', 'libx265', '-preset', 'slow', '-crf', '30', '-tag:v', 'hvc1'];
  const order = ['-x265-params', 'bframes=3:keyint=15:log-level=none'];
  const color = 'bt709';
  const tags = ['-color_primaries', color, '-color_trc', color, '-colorspace', color];
  const said = ['creation_time=2024-05-06T07:08:09Z', 'location=+37.3300-122.0300/'];
  const movie = join(out, 'live-hevc.mov');
  run('ffmpeg', [
    ...[...input, '-f', 'lavfi', '-i', 'sine=440:d=1.2', ...frames, ...hevc, ...order, ...tags],
    ...['-c:a', 'aac', '-b:a', '32k', ...said.flatMap((each) => ['-metadata', each]), movie],
  ]);
  writeFileSync(movie, turnFirstTrack(readFileSync(movie)));
  const avc = ['-c:v', 'libx264', '-bf', '0', '-g', '100', '-preset', 'veryslow', '-crf', '30'];
  run('ffmpeg', [...input, ...frames, ...avc, join(out, 'live-frames.mp4')]);
}

try {
  makeMovies();
  const av1 = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '20', '-f', 'obu'];
  const av1Tiles = encodeTiles(av1, 'obu', join(out, 'av1-grid.png'));
  writeGrid('av1-grid.avif', 'avif', 'av01', av1Tiles.map(readAv1));
  makeUnnamed();
  const avc = ['-c:v', 'libx264', '-profile:v', 'main', '-crf', '16', '-f', 'h264'];
  const avcTiles = encodeTiles(avc, '264', join(out, 'avc-grid.png'));
  writeGrid('avc-grid.heif', 'avci', 'avc1', avcTiles.map(readAvc));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
