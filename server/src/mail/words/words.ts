import type { Language } from '@stillpix/contract/languages';
import { de } from './de.ts';
import type { MailDictionary } from './dictionary.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

export const mailWords: Record<Language, MailDictionary> = { en, es, pt, de };
