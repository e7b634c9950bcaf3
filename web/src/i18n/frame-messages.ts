import { frame as de } from './de/frame.ts';
import { frame as en, type FrameMessages } from './en/frame.ts';
import { frame as es } from './es/frame.ts';
import type { Language } from '../site/pages/language.ts';
import { frame as pt } from './pt/frame.ts';

/**
 * Messages of header, footer and lists of pages. Plain HTML, so all languages can be in one module.
 */
export const frameMessages: Record<Language, FrameMessages> = { en, es, pt, de };
