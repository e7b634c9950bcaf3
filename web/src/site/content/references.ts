import { maxFileBytes, maxFiles } from '@stillpix/contract/limits';
import { moneyBackDays } from '@stillpix/contract/plans';
import { resetTokenMinutes } from '@stillpix/contract/lifetimes';
import matter from 'gray-matter';
import type { InputFormat, OutputFormat } from '@stillpix/engine';
import { maxDecodedJxlPixels } from '@stillpix/engine/facts';
import { edition } from '../pages/edition.ts';
import { languages, locales, type Language } from '../pages/language.ts';
import { sitePrices } from '../../i18n/money.ts';
import { quotableMessages } from '../../i18n/quotable-messages.ts';
import { leaveOutService } from './without-service.ts';
import { qualityPresets, qualityRange, sizePresets, startQuality } from '../pages/presets.ts';

/** `{{ui.actions.start}}`, `{{price.month}}`, `{{ui.actions.downloadAll(5)}}`. */
const pattern = /\{\{([^{}]*)\}\}/g;

// The engine's types ensure that the list is complete: one format more or less does not compile.
const inputNames = {
  heic: 'HEIC, HEIF',
  webp: 'WebP',
  png: 'PNG',
  jpeg: 'JPG',
  avif: 'AVIF',
  gif: 'GIF',
  bmp: 'BMP',
  jxl: 'JPEG XL',
  tiff: 'TIFF',
  ico: 'ICO',
  svg: 'SVG',
  // Raw files are not in the list, because only a picture inside is read. Pages explain that.
} satisfies Record<Exclude<InputFormat, 'raw'>, string>;
const outputNames = { jpeg: 'JPG', png: 'PNG', webp: 'WebP' } satisfies Record<
  OutputFormat,
  string
>;

/** Our own figures, formatted for the language. */
function listFigures(language: Language): Record<string, string | Record<string, string | number>> {
  return {
    price: sitePrices(language),
    limit: {
      free: maxFiles.free,
      pro: maxFiles.pro,
      fileSize: `${maxFileBytes / 2 ** 20} MB`,
      fileBytes: maxFileBytes.toLocaleString(locales[language]),
      moneyBackDays,
      resetMinutes: resetTokenMinutes,
    },
    quality: {
      min: qualityRange.min,
      max: qualityRange.max,
      default: startQuality.convert,
      compress: startQuality.compress,
      ...qualityPresets,
    },
    size: Object.fromEntries(
      Object.entries(sizePresets).map(([name, { width, height }]) => [
        name,
        `${width} × ${height}`,
      ]),
    ),
    formats: {
      read: Object.values(inputNames).join(', '),
      jxlMegapixels: maxDecodedJxlPixels / 1e6,
      count: Object.keys(inputNames).length,
      written: Object.values(outputNames).join(', '),
    },
    // Marks a sentence that is true only with our server. The static edition leaves that sentence
    // out.
    service: '',
  };
}

const roots = new Map<Language, Record<string, unknown>>(
  languages.map((language) => [
    language,
    { ...quotableMessages[language], ...listFigures(language) },
  ]),
);

/** Throws with the names that exist at that place. */
function requireValue(reference: string, language: Language): string {
  const [, path = '', args] = /^([\w.-]+)(?:\(([^()]*)\))?$/.exec(reference) ?? [];
  let value: unknown = roots.get(language);
  const passed: string[] = [];
  for (const key of path.split('.')) {
    const names = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    if (!names.includes(key)) {
      const place = passed.length === 0 ? '' : ` in ${passed.join('.')}`;
      throw new Error(
        `{{${reference}}} names nothing: there is no ${key || 'name'}${place}, only ${names.join(', ')}`,
      );
    }
    passed.push(key);
    value = (value as Record<string, unknown>)[key];
  }
  if (typeof value === 'function') {
    const given = (args ?? '').split(',').map((arg) => arg.trim());
    if (args === undefined || given.length !== value.length)
      throw new Error(`{{${reference}}} wants ${value.length} values, as in {{${path}(5)}}`);
    const call = value as (...values: (string | number)[]) => string;
    return call(...given.map((arg) => (/^\d+$/.test(arg) ? Number(arg) : arg)));
  }
  if (args !== undefined) throw new Error(`{{${reference}}} takes no values`);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(
      `{{${reference}}} is a group; name one of ${Object.keys(value as object).join(', ')}`,
    );
  return String(value);
}

/** Replaces the references in a text by words and figures. Throws for an unknown one. */
export function fillReferences(text: string, language: Language): string {
  return text.replaceAll(pattern, (_, reference: string) =>
    requireValue(reference.trim(), language),
  );
}

function fillAll(value: unknown, language: Language): unknown {
  if (typeof value === 'string') return fillReferences(value, language);
  if (Array.isArray(value)) return value.map((item) => fillAll(item, language));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll(item, language)]),
  );
}

interface ContentFile {
  /** The front matter. */
  data: Record<string, unknown>;
  /** The Markdown below it. */
  content: string;
}

function readEdition(source: string): ContentFile {
  const { data, content } = matter(source);
  return edition === 'static' ? leaveOutService({ data, content }) : { data, content };
}

/** A content file with its references resolved. Throws `file:line: …` for an unknown one. */
export function readSource(source: string, file: string, language: Language): ContentFile {
  for (const [index, line] of source.split('\n').entries()) {
    try {
      fillReferences(line, language);
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Resolved after parsing, because a word of ours may contain YAML syntax.
  const { data, content } = readEdition(source);
  return {
    data: fillAll(data, language) as Record<string, unknown>,
    content: fillReferences(content, language),
  };
}
