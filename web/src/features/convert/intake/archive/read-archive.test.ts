import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { maxFileBytes } from '@stillpix/contract/limits';
import { type HandMadeEntry, makeZip, numbers } from './hand-made-zip.ts';
import { type FoundInArchive, maxArchiveEntries, readArchive } from './read-archive.ts';

const toFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'album.zip');

const read = (entries: readonly HandMadeEntry[]) => readArchive(toFile(makeZip(entries)));

const photo = (name: string | Uint8Array, rest: Partial<HandMadeEntry> = {}): HandMadeEntry => ({
  name,
  data: 'picture '.repeat(100),
  ...rest,
});

/** Names of photos, and of others with their reason. */
const summarize = (found: readonly FoundInArchive[]) =>
  found.map((each) => (each instanceof File ? each.name : `${each.name}: ${each.refusal}`));

describe('what is taken out', () => {
  test.each([
    ['compressed', {}],
    ['stored', { isStored: true }],
    ['written while it was sent', { hasDescriptor: true }],
  ])('takes a photo that is %s, with its bytes and its time', async (_, kind) => {
    const time = (13 << 11) | (14 << 5) | 15;
    const [found] = await read([photo('2026/IMG_1.HEIC', { ...kind, time })]);
    expect(found).toBeInstanceOf(File);
    const file = found as File;
    expect(file.name).toBe('IMG_1.HEIC');
    expect(await file.text()).toBe('picture '.repeat(100));
    expect(new Date(file.lastModified)).toEqual(new Date(2026, 4, 9, 13, 14, 30));
  });

  test('keeps the order of the ZIP', async () => {
    expect(
      summarize(await read(['c.heic', 'a.jpg', 'b/d.png', 'a.mov'].map((name) => photo(name)))),
    ).toEqual(['c.heic', 'a.jpg', 'd.png', 'a.mov']);
  });

  test('says nothing of folders and of what systems put in by themselves', async () => {
    expect(
      summarize(
        await read([
          photo('album/', { data: '', isStored: true }),
          photo('album/a.heic'),
          photo('__MACOSX/album/._a.heic'),
          photo('album/.DS_Store'),
        ]),
      ),
    ).toEqual(['a.heic']);
  });

  test('says why others stay inside, without opening ZIPs in the ZIP', async () => {
    const inner = makeZip([photo('b.heic')]);
    expect(
      summarize(
        await read([
          photo('notes.txt'),
          photo('empty.heic', { data: '' }),
          { name: 'inner.zip', data: inner },
          photo('large.heic', { says: { size: maxFileBytes + 1 } }),
          photo('a.heic'),
        ]),
      ),
    ).toEqual([
      'notes.txt: unsupported',
      'empty.heic: empty',
      'inner.zip: unsupported',
      'large.heic: too-large',
      'a.heic',
    ]);
  });

  test.each([
    ['a path that leads out of the folder', '../../etc/a.heic', 'a.heic'],
    ['a path of Windows', String.raw`C:\photos\a.heic`, 'a.heic'],
    ['a name in UTF-8', 'Größe – 日本.heic', 'Größe – 日本.heic'],
    ['characters that turn the direction', 'a\u202Egpj.heic', 'agpj.heic'],
  ])('gives %s its plain name', async (_, written, name) => {
    expect(summarize(await read([photo(written)]))).toEqual([name]);
  });

  test('reads names in the encoding of MS-DOS', async () => {
    const name = Buffer.from([0x81, 0x62, 0x65, 0x72, 0x2e, 0x6a, 0x70, 0x67]);
    expect(summarize(await read([photo(name, { flags: 0 })]))).toEqual(['über.jpg']);
  });

  test('reads sizes beyond 32 bits from where ZIP64 has them', async () => {
    const data = 'picture';
    const extra = numbers([2, 1], [2, 16], [8, data.length], [8, data.length]);
    const says = { size: 0xff_ff_ff_ff, packedSize: 0xff_ff_ff_ff };
    const [found] = await read([photo('a.heic', { data, isStored: true, extra, says })]);
    expect(await (found as File).text()).toBe('picture');
  });

  test('tells how far it is', async () => {
    const onProgress = vi.fn<(done: number, total: number) => void>();
    const zip = toFile(makeZip([photo('a.heic'), photo('b.heic')]));
    await readArchive(zip, { onProgress });
    expect(onProgress.mock.calls).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});

describe('what is wrong with a file inside, while the others are taken', () => {
  test.each<[string, Partial<HandMadeEntry>, string]>([
    ['encrypted', { flags: 0x801 }, 'locked'],
    ['compressed in an unusual way', { says: { method: 93 } }, 'unknown-method'],
    ['of another checksum', { says: { crc: 1 } }, 'damaged'],
    ['stored, and of another checksum', { isStored: true, says: { crc: 1 } }, 'damaged'],
    ['larger than the list says', { says: { size: 10 } }, 'damaged'],
    ['smaller than the list says', { says: { size: 10_000 } }, 'damaged'],
    ['elsewhere', { says: { offset: 7 } }, 'damaged'],
    ['over the end', { says: { packedSize: 1_000_000 } }, 'damaged'],
    ['on top of another', { says: { offset: 0 } }, 'damaged'],
  ])('refuses one that is %s', async (_, wrong, reason) => {
    const found = await read([photo('a.heic'), photo('b.heic', wrong), photo('c.heic')]);
    expect(summarize(found)).toEqual(['a.heic', `b.heic: ${reason}`, 'c.heic']);
  });

  test('refuses one whose compressed data are broken', async () => {
    const zip = makeZip([photo('a.heic', { data: randomBytes(5000) }), photo('b.heic')]);
    zip.fill(0xff, 100, 400);
    expect(summarize(await readArchive(toFile(zip)))).toEqual(['a.heic: damaged', 'b.heic']);
  });
});

describe('what is wrong with the ZIP', () => {
  const whole = makeZip([photo('a.heic'), photo('b.heic')]);

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['is none', Buffer.from('<!doctype html><p>Please sign in again to download.'), 'no-archive'],
    ['is none, and short', Buffer.from('no'), 'no-archive'],
    ['has lost its end', whole.subarray(0, whole.length - 30), 'cut-off'],
    ['is one byte too short', whole.subarray(0, whole.length - 1), 'cut-off'],
    ['has nothing in it', makeZip([]), 'nothing-inside'],
  ])('names one that %s', async (_, bytes, reason) => {
    expect(summarize(await readArchive(toFile(bytes)))).toEqual([`album.zip: ${reason}`]);
  });

  test('takes what is listed before the list breaks', async () => {
    const zip = Buffer.from(whole);
    zip.fill(0, zip.lastIndexOf('PK\x01\x02'), zip.lastIndexOf('PK\x01\x02') + 4);
    expect(summarize(await readArchive(toFile(zip)))).toEqual([
      'a.heic',
      'album.zip: damaged-list',
    ]);
  });

  test('reads one with something before and after it', async () => {
    const zip = Buffer.concat([Buffer.alloc(100, 1), whole, Buffer.alloc(100, 2)]);
    expect(summarize(await readArchive(toFile(zip)))).toEqual(['a.heic', 'b.heic']);
  });

  test('says that it can no longer be read', async () => {
    const zip = toFile(whole);
    const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    zip.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
    zip.arrayBuffer = gone;
    expect(summarize(await readArchive(zip))).toEqual(['album.zip: unreadable']);
  });
});

describe('what would be too much', () => {
  test('takes as many files as of a folder, of a list that is far longer', async () => {
    const one = photo('a.heic', { data: 'x', isStored: true });
    const zip = makeZip(Array.from({ length: 70_000 }, () => one));
    const found = await readArchive(toFile(zip));
    expect(found).toHaveLength(maxArchiveEntries + 1);
    expect(summarize(found).at(-1)).toBe('album.zip: too-many');
  });

  test('inflates no more than is allowed, and takes what is stored all the same', async () => {
    const data = 'picture '.repeat(1000);
    const entries = [
      photo('a.heic', { data }),
      photo('b.heic', { data }),
      photo('c.heic', { data, isStored: true }),
      photo('d.heic', { data: 'small' }),
    ];
    const allowance = { inflatedBytes: 12_000 };
    const found = await readArchive(toFile(makeZip(entries)), { allowance });
    expect(summarize(found)).toEqual(['a.heic', 'c.heic', 'd.heic', 'album.zip: too-much']);
    expect(allowance.inflatedBytes).toBe(12_000 - 8000 - 5);
  });

  test('stops inflating a bomb at the size that the list claims', async () => {
    const bomb = photo('bomb.heic', { data: Buffer.alloc(40 * 1024 ** 2), says: { size: 1000 } });
    const zip = makeZip([bomb, photo('a.heic')]);
    expect(zip.length).toBeLessThan(45_000);
    const allowance = { inflatedBytes: 2000 };
    const found = await readArchive(toFile(zip), { allowance });
    expect(summarize(found)).toEqual(['bomb.heic: damaged', 'a.heic']);
  });

  test('counts what it inflated in vain', async () => {
    const data = 'picture '.repeat(1000);
    const entries = [photo('a.heic', { data, says: { crc: 1 } }), photo('b.heic', { data })];
    const allowance = { inflatedBytes: 12_000 };
    expect(summarize(await readArchive(toFile(makeZip(entries)), { allowance }))).toEqual([
      'a.heic: damaged',
      'album.zip: too-much',
    ]);
  });
});
