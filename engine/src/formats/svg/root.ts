import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';

/** A drawing's root tag and the size it states. */
export interface SvgRoot {
  /** Range of the tag in the text. */
  start: number;
  end: number;
  /** Size in CSS pixels, possibly fractional. */
  size: Size;
  hasViewBox: boolean;
  /**
   * Both width and height are stated. Only then may the aspect ratio differ from the view box's.
   */
  statesBoth: boolean;
}

/** CSS Values 4, 6.2: pixels per unit. Font units assume the default font. */
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

/** CSS 2.2, 10.3.2: the size if none is stated. */
const usualSize: Size = { width: 300, height: 150 };

/** Largest canvas area on phones: 4096 x 4096. */
const mostPixels = 2 ** 24;
/** Largest canvas side. */
const longestSide = 16_384;

/**
 * Skips what may precede the root: declarations, comments, a document type with its own entities.
 */
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

/**
 * A length in pixels. `null` for percentages of a page, which a standalone picture has none of, and
 * for anything invalid.
 */
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
    // Style takes precedence over attributes.
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

/**
 * Reads the root tag. Throws `unsupported-format` for text with another root, such as an HTML page
 * with a drawing.
 */
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

/** Size in whole pixels for rendering a drawing at `scale`. Limited to the largest canvas. */
export function pixelsOf({ width, height }: Size, scale = 1): Size {
  const most = Math.min(
    Math.sqrt(mostPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  const pixels = (side: number) => Math.max(1, Math.round(side * Math.min(scale, most)));
  return { width: pixels(width), height: pixels(height) };
}

/**
 * Whether a drawing refers to external content: pictures, parts of other files, styles and their
 * fonts. A standalone picture loads none of these. Links do not count, because they show nothing.
 */
export function lacksParts(text: string): boolean {
  const element = /<(?:[\w.-]+:)?(?:image|use|feImage)\s[^>]{0,2000}?href\s*=\s*["'](?!#|data:)./i;
  const style = /(?:@import\s|url\(\s*["']?(?!["'#\s]|data:|&quot;#))[^;)]/i;
  return element.test(text) || style.test(text) || /<\?xml-stylesheet\s/.test(text);
}

/** A picture of one transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** Removes references to external pictures, for which browsers would show a broken-image icon. */
export function withoutPictures(text: string): string {
  const pattern =
    /(<(?:[\w.-]+:)?(?:image|feImage)\s[^>]{0,2000}?href\s*=\s*)(?:"(?!#|data:)[^"]*"|'(?!#|data:)[^']*')/gi;
  return text.replaceAll(pattern, `$1"${nothing}"`);
}

/** Decodes a drawing's text by its declared encoding, or else UTF-8. */
export function svgText(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 100));
  const [, label = 'utf-8'] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // For unknown encodings: nearly all share ASCII, in which names and numbers are written.
    return new TextDecoder().decode(bytes);
  }
}
