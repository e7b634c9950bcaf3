import { reading as de } from './de/reading.ts';
import { reading as en, type ReadingMessages } from './en/reading.ts';
import { reading as es } from './es/reading.ts';
import type { Language } from '../site/pages/language.ts';
import { reading as pt } from './pt/reading.ts';

/** Messages of pages without JavaScript, so all languages can be in one module. */
export const readingMessages: Record<Language, ReadingMessages> = { en, es, pt, de };
