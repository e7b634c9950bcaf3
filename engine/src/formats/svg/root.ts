import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';

/** The first tag of a drawing, and what it says of its size. */
export interface SvgRoot {
  /** Where its tag starts and ends in the text. */
  start: number;
  end: number;
  /** Pixels of CSS, not always whole. */
  size: Size;
  hasViewBox: boolean;
  /** Width and height are both stated: only then another ratio than the view box's is meant. */
  statesBoth: boolean;
}

/** CSS Values 4, 6.2: pixels a unit. Those of fonts count as if nobody had chosen one. */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  em: 16,
  rem: 16,
  ex: 8,
};

/** CSS 2.2, 10.3.2: of what states no size at all. */
const usualSize: Size = { width: 300, height: 150 };

/** As large as canvases may be on phones: 4096 x 4096. */
const mostPixels = 2 ** 24;
/** And as long. */
const longestSide = 16_384;

/** Passes over what may stand before the root: declarations, comments, a document type with entities of its own. */
function findRoot(text: string): number {
  const behind = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at === -1 ? text.length : at + mark.length;
  };
  let at = text.indexOf('<');
  while (at !== -1) {
    let next: number;
    if (text.startsWith('<!--', at)) next = behind('-->', at + 4);
    else if (text.startsWith('<?', at)) next = behind('?>', at);
    else if (text.startsWith('<!', at)) {
      const subset = text.slice(at, behind('>', at)).indexOf('[');
      next = behind('>', subset === -1 ? at : behind(']', at + subset));
    } else return at;
    at = text.indexOf('<', next);
  }
  return -1;
}

function attributesOf(tag: string): Map<string, string> {
  const pattern = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  return new Map(
    Array.from(tag.matchAll(pattern), ([, name = '', double, single]) => [
      name,
      (double ?? single ?? '').trim(),
    ]),
  );
}

/** `null` for shares of a page, which a picture by itself does not have, and for what is no length. */
function lengthOf(text: string | undefined): number | null {
  const [, number = '', unit = ''] =
    /^([+]?[\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(text ?? '') ?? [];
  const length = Number.parseFloat(number) * (pixelsPerUnit[unit.toLowerCase()] ?? Number.NaN);
  return length > 0 && Number.isFinite(length) ? length : null;
}

function sizeOf(
  attributes: Map<string, string>,
): Pick<SvgRoot, 'size' | 'hasViewBox' | 'statesBoth'> {
  const style = attributes.get('style') ?? '';
  const stated = (side: 'width' | 'height') =>
    // What is styled goes before what is stated.
    lengthOf(new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*([^;!]+?)\\s*(?:;|!|$)`).exec(style)?.[1]) ??
    lengthOf(attributes.get(side));
  const [width, height] = [stated('width'), stated('height')];
  const box = (attributes.get('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box;
  const hasViewBox = box.length === 4 && boxWidth > 0 && boxHeight > 0;
  const facts = { hasViewBox, statesBoth: width !== null && height !== null };
  const ratio = hasViewBox ? boxWidth / boxHeight : null;
  if (width !== null && height !== null) return { ...facts, size: { width, height } };
  if (width !== null) {
    const ofRatio = ratio === null ? usualSize.height : width / ratio;
    return { ...facts, size: { width, height: ofRatio } };
  }
  if (height !== null) {
    const ofRatio = ratio === null ? usualSize.width : height * ratio;
    return { ...facts, size: { width: ofRatio, height } };
  }
  return { ...facts, size: hasViewBox ? { width: boxWidth, height: boxHeight } : usualSize };
}

/** Throws `unsupported-format` for text whose first element is another one, as of a page with a drawing in it. */
export function readSvgRoot(text: string): SvgRoot {
  const start = findRoot(text);
  const pattern = /<(?:[\w.-]+:)?svg(?:[^>"']|"[^"]*"|'[^']*')*>/y;
  pattern.lastIndex = Math.max(start, 0);
  const [tag] = start === -1 ? [] : (pattern.exec(text) ?? []);
  if (tag === undefined) {
    const feature = /<html|<!doctype html/i.test(text.slice(0, 1000)) ? 'html' : 'text';
    throw new EngineError('unsupported-format', `Not a picture: ${feature}`, { feature });
  }
  const { size, ...facts } = sizeOf(attributesOf(tag));
  return { ...facts, size, start, end: start + tag.length };
}

/**
 * Whole pixels that a drawing of this size is drawn at, `scale` times as large: what is more than a canvas can have
 * becomes as large as it can.
 */
export function pixelsOf({ width, height }: Size, scale = 1): Size {
  const most = Math.min(
    Math.sqrt(mostPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  const pixels = (side: number) => Math.max(1, Math.round(side * Math.min(scale, most)));
  return { width: pixels(width), height: pixels(height) };
}

/**
 * Whether a drawing shows things that are elsewhere: pictures, parts of other files, styles and their fonts. As a
 * picture by itself it loads none of them. Links lead elsewhere, too, and show nothing.
 */
export function lacksParts(text: string): boolean {
  const element = /<(?:[\w.-]+:)?(?:image|use|feImage)\s[^>]{0,2000}?href\s*=\s*["'](?!#|data:)./i;
  const style = /(?:@import\s|url\(\s*["']?(?!["'#\s]|data:|&quot;#))[^;)]/i;
  return element.test(text) || style.test(text) || /<\?xml-stylesheet\s/.test(text);
}

/** A picture without a pixel to see. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** A drawing without the pictures that are elsewhere: browsers show a sign of their own for those they don't load. */
export function withoutPictures(text: string): string {
  const pattern =
    /(<(?:[\w.-]+:)?(?:image|feImage)\s[^>]{0,2000}?href\s*=\s*)(?:"(?!#|data:)[^"]*"|'(?!#|data:)[^']*')/gi;
  return text.replaceAll(pattern, `$1"${nothing}"`);
}

/** The text of a drawing, in the encoding that its declaration states, else UTF-8. */
export function svgText(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 100));
  const [, label = 'utf-8'] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // An encoding that nobody knows; names and numbers are ASCII in nearly all.
    return new TextDecoder().decode(bytes);
  }
}
