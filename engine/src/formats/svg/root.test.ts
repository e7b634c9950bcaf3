import { describe, expect, test } from 'vitest';
import { inspect } from '../../index.ts';
import { lacksParts, pixelsOf, readSvgRoot, svgText, withoutPictures } from './root.ts';

describe('the size of a drawing', () => {
  test.each<[attributes: string, width: number, height: number]>([
    ['width="90" height="200"', 90, 200],
    ["width='2in' height='25.4mm'", 192, 96],
    ['viewBox="0 0 24 12"', 24, 12],
    ['viewBox="-5,-5 10,40" width="100%" height="100%"', 10, 40],
    ['viewBox="0 0 20 10" width="300"', 300, 150],
    ['viewBox="0 0 20 10" height="1e2px"', 200, 100],
    ['viewBox="0 0 24 24" style="width: 48px;height:36px" width="5"', 48, 36],
    ['style="max-width: 20px; fill: red" width="30" height="40"', 30, 40],
    ['', 300, 150],
    ['viewBox="0 0 0 10" width="-4"', 300, 150],
  ])('<svg %s> is %d x %d', (attributes, width, height) => {
    expect(readSvgRoot(`<svg ${attributes}><svg width="7"/></svg>`).size).toEqual({
      width,
      height,
    });
  });

  test('is found behind comments, entities and declarations, and under a name of its own', () => {
    const text = `<?xml version="1.0"?>
      <!-- <svg width="1" height="1"> -->
      <!DOCTYPE svg PUBLIC "x" "y" [ <!ENTITY a "<svg width='2'>"> ]>
      <s:svg xmlns:s="http://www.w3.org/2000/svg" width="30" height="40"/>`;
    expect(readSvgRoot(text).size).toEqual({ width: 30, height: 40 });
  });

  test.each([
    '<p>An <svg width="1" height="1"/> in a page</p>',
    '<!-- <svg>',
    '<?xml <svg',
    '<!DOCTYPE svg [ <svg>',
    '<svg width="1',
    'svg',
  ])('is not there in %j', (text) => {
    expect(() => readSvgRoot(text)).toThrow(
      expect.objectContaining({ code: 'unsupported-format' }),
    );
  });

  test('is told at once, however many comments never end', () => {
    const started = performance.now();
    expect(() => readSvgRoot('<!--'.repeat(1_000_000))).toThrow('Not a picture');
    expect(() => readSvgRoot(`<svg ${'a="'.repeat(1_000_000)}`)).toThrow('Not a picture');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test('is drawn with whole pixels, one at least, and no more than canvases have', () => {
  expect(pixelsOf({ width: 0.2, height: 10.5 })).toEqual({ width: 1, height: 11 });
  expect(pixelsOf({ width: 24, height: 12 }, 100)).toEqual({ width: 2400, height: 1200 });
  expect(pixelsOf({ width: 24, height: 24 }, 1e6)).toEqual({ width: 4096, height: 4096 });
  expect(pixelsOf({ width: 1e9, height: 1e-3 })).toEqual({ width: 16_384, height: 1 });
});

describe('a drawing', () => {
  test.each([
    '<image width="5" xlink:href="https://example.org/a.png"/>',
    "<image href='photo.jpg'/>",
    '<use href="icons.svg#star"/>',
    '<style>@import "a.css";</style>',
    '<style>@font-face { src: url(font.woff2) }</style>',
    '<rect style="fill: url(other.svg#red)"/>',
    '<?xml-stylesheet href="a.css"?>',
  ])('lacks what is elsewhere: %s', (text) => {
    expect(lacksParts(`<svg>${text}</svg>`)).toBe(true);
  });

  test.each([
    '<image href="data:image/png;base64,AAAA"/>',
    '<use xlink:href="#star"/>',
    '<a href="https://example.org"><rect/></a>',
    '<rect style="fill:url(#red)" filter="url( \'#blur\' )" clip-path=\'url(&quot;#a&quot;)\'/>',
    '<style>@font-face { src: url("data:font/woff2;base64,AA") }</style>',
    '<image x="1"/><a href="photo.html"/>',
  ])('lacks nothing: %s', (text) => {
    expect(lacksParts(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`)).toBe(false);
  });
});

describe('a drawing without pictures from elsewhere', () => {
  test.each([
    '<image href="https://example.org/a.png" width="5"/>',
    "<svg:image width='5'\n xlink:href = '../a.png'/>",
    '<feImage href="a.png"/>',
  ])('lacks nothing any more: %s', (text) => {
    expect(lacksParts(withoutPictures(text))).toBe(false);
  });

  test.each([
    '<image href="data:image/png;base64,AAAA"/>',
    '<feImage href="#shape"/>',
    '<a href="https://example.org"><image x="1"/></a>',
    '<use href="#star"/>',
  ])('is as it was: %s', (text) => {
    expect(withoutPictures(text)).toBe(text);
  });
});

test('reads the encoding that a drawing states', () => {
  const bytes = Uint8Array.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><svg><text>\xe9</text></svg>',
    (character) => character.charCodeAt(0),
  );
  expect(svgText(bytes)).toContain('é');
  expect(svgText(new TextEncoder().encode('<svg>é'))).toContain('é');
});

test('is inspected where nothing draws', async () => {
  const file = new File(
    ['<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'],
    'a.svg',
  );
  expect(await inspect(file)).toMatchObject({
    format: 'svg',
    width: 40,
    height: 30,
    hasAlpha: true,
    nameMatches: true,
  });
});
