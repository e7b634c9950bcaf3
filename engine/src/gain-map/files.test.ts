import { describe, expect, test } from 'vitest';
import { readXmpProperty } from '../metadata/xmp.ts';
import { addDirectory, findLengths } from './directory.ts';
import { entriesAt, mpfKinds, mpfMark, readMpf, writeMpf } from './mpf.ts';
import { closeHead } from './open-head.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

describe('the list of pictures (MPF)', () => {
  const list = writeMpf().slice(mpfMark.length);
  const [primaryAt, secondAt] = entriesAt;
  closeHead({ bytes: list, lengths: [], mpf: { primaryAt, secondAt, origin: 1004 } }, 5000, [700]);

  test('is read as it was written, and the picture itself left out', () => {
    const { unnamed } = mpfKinds;
    expect(readMpf(list, 1004)).toEqual([{ start: 5000, size: 700, kind: unnamed }]);
  });

  test('is read from the other end, too', () => {
    const little = new Uint8Array(8 + 2 + 12 + 4 + 32);
    const view = new DataView(little.buffer);
    little.set(text('II*\0'));
    view.setUint32(4, 8, true);
    view.setUint16(8, 1, true);
    view.setUint16(10, 0xb002, true);
    view.setUint32(14, 32, true);
    view.setUint32(18, 26, true);
    view.setUint32(26 + 16, 0x80_00_00_00 + mpfKinds.otherEye, true);
    view.setUint32(26 + 16 + 4, 700, true);
    view.setUint32(26 + 16 + 8, 4000, true);
    const { otherEye } = mpfKinds;
    expect(readMpf(little, 1000)).toEqual([{ start: 5000, size: 700, kind: otherEye }]);
  });

  test('that is broken lists nothing, or no more than there is room for', () => {
    for (let length = 0; length < list.length; length++) {
      expect(readMpf(list.subarray(0, length), 0).length).toBeLessThan(2);
    }
    expect(readMpf(list.with(7, 200), 0)).toEqual([]);
    // Two entries of 16 bytes said to be thousands.
    expect(readMpf(list.with(38, 0xff), 0)).toEqual([]);
  });
});

describe('the directory in XMP', () => {
  const items = [
    { semantic: 'GainMap', mime: 'image/jpeg' },
    { semantic: 'MotionPhoto', mime: 'video/mp4' },
  ] as const;
  const packet = addDirectory(undefined, items, { presentationTime: 1_500_000 })!;

  test('holds lengths that are filled in later, in as many bytes', () => {
    const filled = packet.slice();
    const head = { bytes: filled, lengths: findLengths(filled, 2), mpf: null };
    closeHead(head, 5000, [12, 3_456_789]);
    expect(filled).toHaveLength(packet.length);
    const written = new TextDecoder().decode(filled);
    expect(written).toMatch(/Semantic="GainMap" Item:Mime="image\/jpeg" Item:Length="12"\s+\/>/);
    expect(written).toMatch(
      /Semantic="MotionPhoto" Item:Mime="video\/mp4" Item:Length="3456789"\s+\/>/,
    );
    expect(written).toContain('MotionPhotoPresentationTimestampUs="1500000"');
  });

  test('joins what a packet says already', () => {
    const more = addDirectory(
      text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="A. Photographer"/></rdf:RDF></x:xmpmeta>',
      ),
      items.slice(0, 1),
      null,
    )!;
    const creator = readXmpProperty(more, 'http://purl.org/dc/elements/1.1/', 'creator');
    expect(creator).toEqual(['A. Photographer']);
    expect(readXmpProperty(more, 'http://ns.adobe.com/hdr-gain-map/1.0/', 'Version')).toEqual([
      '1.0',
    ]);
    expect(new TextDecoder().decode(more)).not.toContain('GCamera');
    expect(addDirectory(text('no packet'), items, null)).toBeNull();
  });
});

describe('a property of XMP', () => {
  const read = (inner: string, attributes = '') =>
    readXmpProperty(
      text(`<rdf:Description xmlns:a="urn:a" ${attributes}>${inner}</rdf:Description>`),
      'urn:a',
      'b',
    );

  test.each([
    [[' one &amp; two'.trim()], '', 'a:b="one &amp; two"'],
    [['one'], '', "a:b='one'"],
    [['one'], '<a:b>one</a:b>', ''],
    [['one', 'two'], '<a:b><rdf:Seq><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Seq></a:b>', ''],
  ])('is %j in %s%s', (expected, inner, attributes) => {
    const wanted = expected.map((value) => value.replace('&amp;', '&'));
    expect(read(inner, attributes)).toEqual(wanted);
  });

  test('is not there when another name space has it, or when it is a structure', () => {
    expect(read('<c:b>one</c:b>')).toBeNull();
    expect(read('<a:bc>one</a:bc>')).toBeNull();
    expect(read('<a:b><a:c>one</a:c></a:b>')).toBeNull();
  });
});
