import type { Language } from './languages.ts';

/** Whom a flag is for, when it is on. */
export interface FlagConditions {
  userType?: 'all' | 'free' | 'pro' | undefined;
  /** Only these languages; all where left out. */
  languages?: Language[] | undefined;
  /** Lowest version of the site, as `major.minor.patch`. */
  minVersion?: string | undefined;
}

export interface Flag {
  key: FlagKey;
  name: string;
  description: string;
  enabled: boolean;
  /** 0 to 100, compared with the last two digits of a stable hash per browser. */
  rolloutPercentage: number;
  conditions: FlagConditions;
}

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

function on(key: FlagKey, name: string, description: string): Flag {
  return { key, name, description, enabled: true, rolloutPercentage: 100, conditions: {} };
}

function off(key: FlagKey, name: string, description: string): Flag {
  return { key, name, description, enabled: false, rolloutPercentage: 0, conditions: {} };
}

/** The flags as shipped. The server's configuration overrides them; `GET /api/flags` gives the result. */
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
  off('telemetry', 'Telemetry', 'Reserved: the site sends no telemetry.'),
  off('ab_test', 'Experiments', 'Reserved: no experiment is running.'),
  off(
    'translations_enabled',
    'Translations',
    'Reserved: all four languages, and the offer of them, are always on.',
  ),
  off('new_tool_pages', 'New tool pages', 'Reserved for tools that are not public yet.'),
  off('accessibility_features', 'Larger controls', 'Reserved: accessibility is always on.'),
  off('updated_sitemap', 'Sitemap images', 'Reserved: the sitemap is made when the site is built.'),
  off(
    'enhanced_seo_content',
    'Further reading',
    'Reserved: page texts are fixed when the site is built.',
  ),
  off(
    'blog_localization',
    'Blog language hint',
    'Reserved: articles exist in every language already.',
  ),
];

/** Whether a flag is on for one visitor. `bucket` is the visitor's stable number, 0 to 99. */
export function isFlagOn(
  flag: Flag,
  visitor: { bucket: number; plan: 'free' | 'pro'; language: Language; version: string },
): boolean {
  if (!flag.enabled || visitor.bucket >= flag.rolloutPercentage) return false;
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
