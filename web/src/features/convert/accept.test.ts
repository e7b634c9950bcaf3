import { describe, expect, test } from 'vitest';
import { inputExtensions } from '@stillpix/engine/facts';
import { maxFileBytes } from '@stillpix/contract/limits';
import { acceptAttribute, findRefusal, isArchive, sortOut } from './accept.ts';

function described(name: string, type = '', size = 10) {
  return { name, type, size };
}

describe('which files are taken', () => {
  test.each([...Object.values(inputExtensions).flat(), 'mov', 'mp4', 'HEIC'])(
    'takes .%s by its extension, whatever its type says',
    (extension) => {
      expect(findRefusal(described(`photo.${extension}`, 'text/plain'))).toBeNull();
    },
  );

  test.each([
    'image/heic',
    'image/webp',
    'image/png',
    'image/x-png',
    'image/jpeg',
    'image/jpg',
    'application/octet-stream',
  ])('takes a file of type %s, whatever its name says', (type) => {
    expect(findRefusal(described('photo', type))).toBeNull();
  });

  test('refuses what has neither a known extension nor a known type', () => {
    expect(findRefusal(described('notes.txt', 'text/plain'))).toBe('unsupported');
    expect(findRefusal(described('clip.avi', 'video/x-msvideo'))).toBe('unsupported');
    expect(findRefusal(described('heic', ''))).toBe('unsupported');
  });

  test('takes exactly 50 MB and refuses one byte more', () => {
    expect(maxFileBytes).toBe(52_428_800);
    expect(findRefusal(described('a.heic', '', maxFileBytes))).toBeNull();
    expect(findRefusal(described('a.heic', '', maxFileBytes + 1))).toBe('too-large');
  });

  test('refuses an empty file', () => {
    expect(findRefusal(described('a.heic', '', 0))).toBe('empty');
  });
});

describe('which files are opened for the photos in them', () => {
  test.each([
    ['photos.zip', ''],
    ['PHOTOS.ZIP', 'text/plain'],
    ['photos', 'application/zip'],
    ['photos', 'application/x-zip-compressed'],
  ])('%s of type "%s" is a ZIP', (name, type) => {
    expect(isArchive({ name, type })).toBe(true);
    expect(acceptAttribute.split(',')).toContain(type.startsWith('application') ? type : '.zip');
  });

  test('opens no others, and takes no ZIP for a photo', () => {
    expect(isArchive(described('zip.heic'))).toBe(false);
    expect(findRefusal(described('inner.zip'))).toBe('unsupported');
  });
});

describe('sorting out what was dropped', () => {
  test('parts the accepted from the refused, each with its reason', () => {
    const photo = new File(['x'], 'a.heic');
    const { accepted, refused } = sortOut([
      photo,
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      new File([], 'empty.png'),
    ]);
    expect(accepted).toEqual([photo]);
    expect(refused).toEqual([
      { name: 'notes.txt', refusal: 'unsupported' },
      { name: 'empty.png', refusal: 'empty' },
    ]);
  });

  test('refuses what is there already, and what comes twice', () => {
    const photo = (name: string, text = 'x') => new File([text], name, { lastModified: 5 });
    const { accepted, refused } = sortOut(
      [photo('a.heic'), photo('b.heic'), photo('b.heic'), photo('a.heic', 'other')],
      [photo('a.heic')],
    );
    expect(accepted.map(({ name, size }) => [name, size])).toEqual([
      ['b.heic', 1],
      ['a.heic', 5],
    ]);
    expect(refused).toEqual([
      { name: 'a.heic', refusal: 'duplicate' },
      { name: 'b.heic', refusal: 'duplicate' },
    ]);
  });

  test('keeps what was refused in a ZIP, between the photos that came out of it', () => {
    const locked = { name: 'b.heic', refusal: 'archive', reason: 'locked' } as const;
    const [first, last] = [new File(['x'], 'a.heic'), new File(['x'], 'c.txt')];
    expect(sortOut([first, locked, last])).toEqual({
      accepted: [first],
      refused: [locked, { name: 'c.txt', refusal: 'unsupported' }],
    });
  });

  test('says nothing of the files that systems leave in folders', () => {
    const litter = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '._IMG_1.heic'];
    expect(sortOut(litter.map((name) => new File(['x'], name)))).toEqual({
      accepted: [],
      refused: [],
    });
  });
});

test('lists extensions for the file picker, because many systems have no type for HEIC', () => {
  expect(acceptAttribute.split(',')).toEqual(
    expect.arrayContaining(['.heic', '.heif', 'image/heic']),
  );
  expect(acceptAttribute).not.toContain('octet-stream');
});

test('takes a file under a name that reads as it is written, and knows it again', () => {
  const tricky = new File(['x'], 'name\u202Egpj.heic', { type: 'image/heic', lastModified: 7 });
  const { accepted, refused } = sortOut([tricky, new File(['x'], '\u2066a\u2069.txt')]);
  expect(accepted).toMatchObject([{ name: 'namegpj.heic', type: 'image/heic', lastModified: 7 }]);
  expect(accepted[0]?.size).toBe(1);
  expect(refused).toEqual([{ name: 'a.txt', refusal: 'unsupported' }]);
  expect(sortOut([tricky], accepted).refused).toMatchObject([{ refusal: 'duplicate' }]);
});
