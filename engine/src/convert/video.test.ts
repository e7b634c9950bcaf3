import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { box } from '../../testing/heif-writer.ts';
import { makeLivePhoto } from '../../testing/live-photos.ts';
import { bareJpeg, motionPhotos, packet, samsungTrailer } from '../../testing/motion-photos.ts';
import {
  makeFragmentedMovie,
  makeLocatedMovie,
  makeMovie,
  moviePlace,
  movieTime,
} from '../../testing/movies.ts';
import { stereoJpeg } from '../../testing/named-jpegs.ts';
import { bytesOfBlob, contains, fixture } from '../../testing/pictures.ts';
import { joinBytes } from '../bytes/join.ts';
import { readJpegMetadata } from '../formats/jpeg/read-metadata.ts';
import { readJpeg } from '../formats/jpeg/segments.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';
import { createPool, type ConvertOptions } from '../index.ts';
import { cleanMovie } from '../motion/clean-movie.ts';
import { findJpegVideo } from '../motion/embedded-video.ts';
import { readMovie } from '../motion/movie.ts';

const pool = createPool();
const movie = makeMovie();
const photos = motionPhotos(movie);

async function convert(file: Uint8Array<ArrayBuffer>, options: ConvertOptions, name = 'a.jpg') {
  const result = await pool.convert(new Blob([file]), { name, ...options });
  return { ...result, bytes: await bytesOfBlob(result.blob) };
}

/** The video after a result, found by our other reader from the file's metadata. */
function videoOf(jpeg: Uint8Array): { bytes: Uint8Array; presentationTime: number } | null {
  const file = readJpeg(jpeg);
  const found = findJpegVideo(jpeg, file.end, readJpegMetadata(file).xmp);
  return found && { ...found, bytes: jpeg.slice(found.start, found.end) };
}

describe.each(Object.keys(photos))('the video of motion photos %s', (kind) => {
  test('comes out beside the picture as it is stored', async () => {
    const result = await convert(await photos[kind]!(), { video: 'beside' });
    expect(result.video?.type).toBe('video/mp4');
    expect(await bytesOfBlob(result.video!)).toEqual(movie);
    expect(result.notes).toEqual([]);
    expect(contains(result.bytes, 'MotionPhoto')).toBe(false);
  });

  test('stays behind the picture as a Motion Photo', async () => {
    const result = await convert(await photos[kind]!(), { video: 'keep' });
    expect(result.video).toBeNull();
    expect(result.notes).toEqual([]);
    const video = videoOf(result.bytes)!;
    expect(video.bytes).toEqual(movie);
    expect(video.presentationTime).toBe(kind.includes('Google') ? 1_500_000 : -1);
    expect(result.bytes.slice(-movie.length)).toEqual(movie);
  });

  test.each<ConvertOptions>([{}, { video: 'leave-out' }, { video: 'keep', format: 'png' }])(
    'is left out, and that is said: %j',
    async (options) => {
      const result = await convert(await photos[kind]!(), options);
      expect(result.notes).toEqual(['video-left-out']);
      expect(contains(result.bytes, 'ftyp')).toBe(false);
    },
  );
});

test('of another picture that is left out is not in an original that is kept', async () => {
  const options = { quality: 100, keepSmallerOriginal: true };
  const { bytes, notes } = await convert(await stereoJpeg(), options);
  expect(notes).toEqual(['other-pictures-left-out', 'original-kept']);
  expect((await pool.inspect(new Blob([bytes]))).roles).toEqual(['main']);
});

describe.each(Object.keys(photos))('the original of a motion photo %s that is kept', (kind) => {
  test.each<ConvertOptions>([{}, { video: 'beside' }])(
    'has no video inside: %j',
    async (options) => {
      const file = await photos[kind]!();
      const original = { quality: 100, keepSmallerOriginal: true, ...options };
      const { bytes, notes, video } = await convert(file, original);
      expect(notes).toContain('original-kept');
      expect(notes.includes('video-left-out')).toBe(options.video === undefined);
      expect(video === null).toBe(options.video === undefined);
      const left = ['ftyp', 'moov', 'MotionPhoto', 'MicroVideo'].filter((word) =>
        contains(bytes, word),
      );
      expect(left).toEqual([]);
      expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(file).raw().toBuffer())).toBe(
        true,
      );
    },
  );
});

test('that is left out leaves no words of the phone’s maker that point to it', async () => {
  const words =
    'xmlns:OpCamera="http://ns.oplus.com/photos/1.0/camera/" OpCamera:OLivePhotoVersion="2" ' +
    `OpCamera:VideoLength="${movie.length}" OpCamera:MotionPhotoOwner="oplus" ` +
    'xmlns:V="http://ns.vivo.com/photos/1.0/camera/" V:VMotionPhotoVersion="1" V:Mode="portrait"';
  const still = await addJpegMetadata(await bareJpeg(), { xmp: packet(words) }, undefined);
  const { bytes } = await convert(joinBytes([still, movie]), { quality: 80 });
  const left = ['OLivePhoto', 'VideoLength', 'MotionPhoto'].filter((word) => contains(bytes, word));
  expect(left).toEqual([]);
  expect(contains(bytes, 'V:Mode="portrait"')).toBe(true);
});

describe('a video that is not what is said of it', () => {
  test.each(['ftyp', 'mdat', 'free'])(
    'refuses no picture where a box %s behind it is longer than any file',
    async (type) => {
      const size = new Uint8Array(8).fill(0xff);
      const endless = joinBytes([Uint8Array.of(0, 0, 0, 1), new TextEncoder().encode(type), size]);
      const start = joinBytes([movie.subarray(0, type === 'ftyp' ? 0 : 20), endless]);
      const { width, notes } = await convert(joinBytes([await bareJpeg(), start]), {
        video: 'keep',
      });
      expect(width).toBe(200);
      expect(notes).toEqual(['video-left-out']);
    },
  );

  test.each([
    ['beyond the file', 'GCamera:MicroVideo="1" GCamera:MicroVideoOffset="99999999"'],
    ['inside the picture', 'GCamera:MicroVideo="1" GCamera:MicroVideoOffset="1000"'],
    ['no number', 'GCamera:MicroVideo="1" GCamera:MicroVideoOffset="far"'],
  ])('because it is %s is left out, and that is said', async (_, attributes) => {
    const file = await addJpegMetadata(await bareJpeg(), { xmp: packet(attributes) }, undefined);
    const { notes, video } = await convert(file, { video: 'beside' });
    expect(notes).toEqual(['video-left-out']);
    expect(video).toBeNull();
  });

  test('is found at no cut of the file that would break it', async () => {
    const bare = await bareJpeg();
    const whole = joinBytes([bare, samsungTrailer(movie)]);
    for (let length = bare.length; length < whole.length; length += 7) {
      const found = findJpegVideo(whole.subarray(0, length), bare.length, undefined);
      expect((found?.end ?? 0) <= length).toBe(true);
    }
  });
});

describe('a HEIC', () => {
  test.each([
    ['in the box of Samsung and Google', box('mpvd', movie)],
    ['behind it, as behind a JPEG', movie],
  ])('gives out its video %s', async (_, end) => {
    const file = joinBytes([await fixture('grid.heic'), end]);
    expect(await pool.inspect(new Blob([file]))).toMatchObject({ hasVideo: true });
    const result = await convert(file, { video: 'beside' }, 'a.heic');
    expect(await bytesOfBlob(result.video!)).toEqual(movie);
    const kept = await convert(file, { video: 'keep' }, 'a.heic');
    expect(videoOf(kept.bytes)?.bytes).toEqual(movie);
  });

  test('and a movie become one Motion Photo with the gain map, which others read', async () => {
    const live = makeMovie({ brand: 'qt  ', codec: 'hvc1', contentIdentifier: 'A-1' });
    const file = new Blob([await fixture('gain-map.heic')]);
    for (const options of [{}, { resize: { width: 100 } }]) {
      const result = await pool.convert(file, { ...options, liveMovie: new Blob([live]) });
      expect(result.notes).toEqual(['video-is-hevc']);
      expect(result.hasGainMap).toBe(true);
      const bytes = await bytesOfBlob(result.blob);
      expect(videoOf(bytes)?.bytes).toEqual(live);
      const { gainMap } = await sharp(bytes).metadata();
      expect((await sharp(gainMap!.image).metadata()).height).toBeGreaterThan(20);
    }
  });

  test.each<[string, ConvertOptions]>([
    ['as it is', {}],
    ['without its place', { metadata: 'without-location' }],
  ])('and its movie %s say at which moment the still was taken', async (_, options) => {
    const liveMovie = new Blob([makeMovie({ stillTicks: 855 })]);
    const file = new Blob([await fixture('grid.heic')]);
    const { blob } = await pool.convert(file, { ...options, liveMovie });
    expect(videoOf(await bytesOfBlob(blob))?.presentationTime).toBe(1_425_000);
  });

  test('has the moment that a motion photo names for its own video, coded anew', async () => {
    const kind = Object.keys(photos).find((name) => name.includes('Google'))!;
    const file = new Blob([await photos[kind]!()]);
    const { blob } = await pool.convert(file, { liveMovie: new Blob([movie]) });
    expect(videoOf(await bytesOfBlob(blob))?.presentationTime).toBe(1_500_000);
  });

  test('refuses a movie that is none', async () => {
    const file = new Blob([await fixture('grid.heic')]);
    await expect(pool.convert(file, { liveMovie: new Blob(['words']) })).rejects.toMatchObject({
      code: 'invalid-options',
    });
  });
});

describe("a live photo's movie that tells where and when it was made", () => {
  const located = makeLocatedMovie();
  const convertWith = async (
    metadata: NonNullable<ConvertOptions['metadata']>,
    bytes = located,
  ) => {
    const liveMovie = new Blob([bytes]);
    const photo = new Blob([await fixture('grid.heic')]);
    return pool.convert(photo, { video: 'beside', metadata, liveMovie });
  };

  test('keeps it where metadata is kept', async () => {
    expect(await bytesOfBlob((await convertWith('keep')).video!)).toEqual(located);
  });

  test.each(['without-location', 'strip'] as const)('loses it with %s', async (metadata) => {
    const { video, notes } = await convertWith(metadata);
    const bytes = Buffer.from(await bytesOfBlob(video!));
    expect(notes).not.toContain('video-left-out');
    expect(bytes.includes(moviePlace.slice(0, 8))).toBe(false);
    // Pictures and sound stay at their offsets.
    for (const kept of ['PICTURE', 'SOUND'])
      expect(bytes.indexOf(kept)).toBe(Buffer.from(located).indexOf(kept));
    expect(bytes.length).toBe(located.length);
    expect(await readMovie(new Blob([bytes]))).toMatchObject({ codec: 'hvc1' });
    expect(bytes.includes(Buffer.from(movieTime))).toBe(metadata !== 'strip');
  });

  test('is left out where it cannot be looked through', async () => {
    const cut = located.subarray(0, located.length - 5);
    const { video, notes } = await convertWith('without-location', cut);
    expect(video).toBeNull();
    expect(notes).toContain('video-left-out');
  });

  test.each(['without-location', 'strip'] as const)(
    'is left out with %s where its data may lie in fragments, and only then',
    async (metadata) => {
      const told = makeFragmentedMovie(true);
      expect((await convertWith(metadata, told)).video).toBeNull();
      // The movie header, which describes the fragments' tracks, is in another file.
      const start = Buffer.from(told).indexOf('moof') - 4;
      const alone = new Uint8Array(joinBytes([told.subarray(0, 20), told.subarray(start)]));
      expect(await cleanMovie(new Blob([alone]), metadata)).toBeNull();
      const untold = makeFragmentedMovie(false);
      const { video } = await convertWith(metadata, untold);
      expect(await bytesOfBlob(video!)).toEqual(untold);
    },
  );
});

test('finds the identifier that a live photo has in common with its movie', async () => {
  const { still, movie: live } = await makeLivePhoto(await bareJpeg(), 'one-live-photo');
  expect((await pool.inspect(new Blob([still]))).contentIdentifier).toBe('one-live-photo');
  expect((await pool.movie(new Blob([live])))?.contentIdentifier).toBe('one-live-photo');
});

describe('a movie', () => {
  test('says what makes it half of a live photo, and how it is coded', async () => {
    const live = makeMovie({ brand: 'qt  ', codec: 'hvc1', contentIdentifier: 'A-1' });
    expect(await pool.movie(new Blob([live]))).toEqual({
      mime: 'video/quicktime',
      contentIdentifier: 'A-1',
      codec: 'hvc1',
      stillTime: null,
    });
    expect(await pool.movie(new Blob([movie]))).toEqual({
      mime: 'video/mp4',
      contentIdentifier: null,
      codec: 'avc1',
      stillTime: null,
    });
  });

  test.each([
    ['in user data, as ffmpeg writes it', { contentIdentifier: 'A-1', isInUserData: true }],
    ['with the zero that ends text in C', { contentIdentifier: 'A-1\0' }],
  ])('is half of a live photo by an identifier %s', async (_, made) => {
    const said = await pool.movie(new Blob([makeMovie(made)]));
    expect(said?.contentIdentifier).toBe('A-1');
  });

  test('with user data that is broken says the rest', async () => {
    const whole = makeMovie({ contentIdentifier: 'A-1', isInUserData: true });
    const at = Buffer.from(whole).indexOf('udta') + 4;
    // A box with a size of three bytes.
    whole.set([0, 0, 0, 3], at);
    const said = await pool.movie(new Blob([whole]));
    expect([said?.codec, said?.contentIdentifier]).toEqual(['avc1', null]);
  });

  test('that is cut says less, and other files say nothing', async () => {
    const live = makeMovie({ contentIdentifier: 'A-1' });
    for (let length = 0; length < live.length; length += 5) {
      const said = await pool.movie(new Blob([live.subarray(0, length)]));
      expect(said?.contentIdentifier ?? null).toBeNull();
    }
    expect(await pool.movie(new Blob([await fixture('drawing.png')]))).toBeNull();
  });
});

function hasExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver']);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!hasExiftool())('exiftool finds map and video, and warns of nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motion-'));
  try {
    const liveMovie = new Blob([makeMovie({ codec: 'hvc1' })]);
    const { blob } = await pool.convert(new Blob([await fixture('gain-map.heic')]), { liveMovie });
    const file = join(folder, 'a.MP.jpg');
    writeFileSync(file, await bytesOfBlob(blob));
    const tags = execFileSync('exiftool', ['-a', '-G1', '-s', file], { encoding: 'utf8' });
    for (const wanted of ['MPImageLength', 'XMP-hdrgm', 'MotionPhoto ', 'DirectoryItemSemantic']) {
      expect(tags).toContain(wanted);
    }
    expect(tags).not.toMatch(/warning|error/i);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
