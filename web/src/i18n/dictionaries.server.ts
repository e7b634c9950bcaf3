import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import type { Language } from './language.ts';
import type { Messages } from './messages.ts';
import { pt } from './pt/index.ts';

/** All languages at once: for the build only, a page ships its own. */
export const dictionaries: Record<Language, Messages> = { en, es, pt, de };
