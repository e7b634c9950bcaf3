import { frame as de } from './de/frame.ts';
import { frame as en, type FrameMessages } from './en/frame.ts';
import { frame as es } from './es/frame.ts';
import type { Language } from '../site/pages/language.ts';
import { frame as pt } from './pt/frame.ts';

/** Words of header, footer and lists of pages: HTML only, so all languages may stand in one module. */
export const frameMessages: Record<Language, FrameMessages> = { en, es, pt, de };
