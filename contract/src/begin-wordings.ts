import type { Language } from './languages.ts';

/** The version of the words that stand beside the box now. */
export const beginWording = '2026-11-22';

/**
 * The words by which a consumer asks Pro to begin before the time to withdraw is over, by the day from
 * which they stood beside the box: the SHA-256 of the text in each language. An order is kept with the
 * version that its payer read, so other words want another version, and what there was stays.
 */
export const beginWordings: Record<string, Record<Language, string>> = {
  '2026-11-22': {
    en: '74eb6cf1c8a9a1f95f1feb9f7ef1f8d7534fbd7d6fa1a905d265cb4fd6255b71',
    es: 'fe2a6d0f4a35318fac842903677afa0bfaa0d383136effcc19365be7a7db7323',
    pt: 'c5e5d107083e87f468f1bb103cc0e2fcee11f0d8f9bf38fb974d171fb604eda5',
    de: '0c59a8c18cfb5dd28c87a8ec871908e87918ed6b36ecc1916b637369159d9212',
  },
};
