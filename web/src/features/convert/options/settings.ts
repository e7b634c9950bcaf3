import { brand } from '@stillpix/contract/brand';
import { readChoices } from '../../../site/browser/choices.ts';
import {
  type ConverterOptions,
  defaultOptions,
  qualityRange,
  type ToolKind,
  videoChoices,
} from '../tools.ts';

const key = (tool: ToolKind) => `${brand.slug}_settings_${tool}`;

/** The stored settings of this tool. Missing or invalid fields fall back to their defaults. */
export function readSettings(storage: Pick<Storage, 'getItem'>, tool: ToolKind): ConverterOptions {
  const fallback = defaultOptions(tool);
  // Only the resize tool restores a size: elsewhere it would surprise with the next batch.
  const side = (name: string) =>
    tool === 'resize-crop' ? wholeNumber(stored[name], 1, maxSide) : null;
  const stored = parseObject(storage.getItem(key(tool)));
  return {
    quality: wholeNumber(stored['quality'], qualityRange.min, qualityRange.max) ?? fallback.quality,
    output:
      tool === 'resize-crop'
        ? oneOf(stored['output'], ['jpeg', 'png', 'webp'], fallback.output)
        : fallback.output,
    metadata: oneOf(stored['metadata'], ['keep', 'without-location', 'strip'], fallback.metadata),
    color: oneOf(stored['color'], ['as-is', 'srgb'], fallback.color),
    background: isColor(stored['background']) ? stored['background'] : fallback.background,
    lossless: stored['lossless'] === true,
    pictures: oneOf(stored['pictures'], ['primary', 'all', 'everything'], fallback.pictures),
    hdr: oneOf(stored['hdr'], ['keep', 'leave-out'], fallback.hdr),
    video: oneOf(stored['video'], videoChoices, fallback.video),
    targetKilobytes: wholeNumber(stored['targetKilobytes'], 1, maxTargetKilobytes),
    shrink: stored['shrink'] !== false,
    width: side('width'),
    height: side('height'),
    keepAspectRatio: stored['keepAspectRatio'] !== false,
    fitting: oneOf(stored['fitting'], ['fit', 'fill'], fallback.fitting),
    cropWidth: side('cropWidth'),
    cropHeight: side('cropHeight'),
    cropPosition: oneOf(stored['cropPosition'], ['center', 'top-left'], fallback.cropPosition),
    naming: isNaming(stored['naming']) ? stored['naming'] : fallback.naming,
  };
}

export function rememberSettings(
  storage: Pick<Storage, 'setItem'>,
  tool: ToolKind,
  options: ConverterOptions,
): void {
  storage.setItem(key(tool), JSON.stringify(options));
}

/** The settings that this browser has stored for the tool. */
export function recallSettings(tool: ToolKind): ConverterOptions {
  try {
    return readSettings(localStorage, tool);
  } catch {
    return defaultOptions(tool);
  }
}

/** Stores the options in this browser if the visitor allows it. */
export function keepSettings(tool: ToolKind, options: ConverterOptions): void {
  try {
    if (readChoices(localStorage).settings) rememberSettings(localStorage, tool, options);
  } catch {
    // Storage can be full or forbidden; then the settings last as long as the page.
  }
}

/**
 * The engine's longest side in pixels. Repeated here because settings are read without loading the
 * engine.
 */
export const maxSide = 65_500;
export const maxTargetKilobytes = 50_000;

function parseObject(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function wholeNumber(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
    ? value
    : null;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((candidate) => candidate === value) ?? fallback;
}

/** Long enough for any name, short enough for every file system. */
export const maxNaming = 100;

function isNaming(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxNaming;
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
