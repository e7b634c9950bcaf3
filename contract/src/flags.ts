import type { Language } from './languages.ts';

/** Limits an enabled flag to some visitors. */
export interface FlagConditions {
  userType?: 'all' | 'free' | 'pro' | undefined;
  /** Only for these languages. Default: all. */
  languages?: Language[] | undefined;
  /** Lowest version of the site, as `major.minor.patch`. */
  minVersion?: string | undefined;
}

export interface Flag {
  key: FlagKey;
  name: string;
  description: string;
  /** The flag has no effect yet. */
  reserved: boolean;
  enabled: boolean;
  /** 0 to 100, compared with `rolloutBucket`. */
  rolloutPercentage: number;
  conditions: FlagConditions;
}

/** A flag as browsers get it. Reserved flags are only for operators. */
export type ServedFlag = Omit<Flag, 'reserved'>;

export const flagKeys = [
  'heic-to-png-converter',
  'image-resize-crop-tool',
  'advanced-quality-controls',
  'batch-operations-v2',
  'ads_optimized',
  'telemetry',
  'ab_test',
  'translations_enabled',
  'new_tool_pages',
  'accessibility_features',
  'updated_sitemap',
  'enhanced_seo_content',
  'blog_localization',
] as const;

export type FlagKey = (typeof flagKeys)[number];

type FlagWords = [key: FlagKey, name: string, description: string];

function on(...[key, name, description]: FlagWords): Flag {
  return {
    key,
    name,
    description,
    reserved: false,
    enabled: true,
    rolloutPercentage: 100,
    conditions: {},
  };
}

function off(...words: FlagWords): Flag {
  return { ...on(...words), enabled: false, rolloutPercentage: 0 };
}

function reserved(...words: FlagWords): Flag {
  return { ...off(...words), reserved: true };
}

/**
 * The default flags. The server's configuration overrides them; `GET /api/flags` gives the result
 * without reserved ones.
 */
export const defaultFlags: readonly Flag[] = [
  on(
    'heic-to-png-converter',
    'HEIC to PNG',
    'The HEIC to PNG tool; off, its page says "coming soon".',
  ),
  on(
    'image-resize-crop-tool',
    'Resize and crop',
    'The resize and crop tool; off, its page says "coming soon".',
  ),
  on('advanced-quality-controls', 'Quality controls', 'The quality panel of the converter.'),
  on(
    'batch-operations-v2',
    'Batch limit dialog',
    'The dialog that asks when more than the free batch is dropped.',
  ),
  off(
    'ads_optimized',
    'Advertising',
    'Lets ad slots on pages to read load the configured publisher, after consent.',
  ),
  reserved('telemetry', 'Telemetry', 'The site sends no telemetry.'),
  reserved('ab_test', 'Experiments', 'No experiment is running.'),
  reserved(
    'translations_enabled',
    'Translations',
    'All four languages, and the offer of them, are always on.',
  ),
  reserved('new_tool_pages', 'New tool pages', 'For tools that are not public yet.'),
  reserved('accessibility_features', 'Larger controls', 'Accessibility is always on.'),
  reserved('updated_sitemap', 'Sitemap images', 'The sitemap is made when the site is built.'),
  reserved(
    'enhanced_seo_content',
    'Further reading',
    'Page texts are fixed when the site is built.',
  ),
  reserved('blog_localization', 'Blog language hint', 'Articles exist in every language already.'),
];

/**
 * A browser's position in a flag's rollout: the last two digits of a hash of its number and the
 * flag's key. It is stable, and different for each flag, so that no browser is always among the
 * first.
 * @param browser the number that the browser drew for itself
 * @returns 0 to 99; the flag is on below its rollout percentage
 */
export function rolloutBucket(browser: number, key: FlagKey): number {
  // FNV-1a of 32 bits, http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5;
  for (const sign of `${browser}:${key}`) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0) % 100;
}

/** Whether a flag is on for one visitor. `browser` is the number that the browser drew for itself. */
export function isFlagOn(
  flag: ServedFlag,
  visitor: { browser: number | null; plan: 'free' | 'pro'; language: Language; version: string },
): boolean {
  if (!flag.enabled) return false;
  // A browser without storage has no stable position, so it gets what everybody gets.
  const bucket = visitor.browser === null ? 99 : rolloutBucket(visitor.browser, flag.key);
  if (bucket >= flag.rolloutPercentage) return false;
  const { userType = 'all', languages, minVersion } = flag.conditions;
  if (userType !== 'all' && userType !== visitor.plan) return false;
  if (languages !== undefined && !languages.includes(visitor.language)) return false;
  return minVersion === undefined || compareVersions(visitor.version, minVersion) >= 0;
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
