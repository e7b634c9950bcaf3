import type { Language } from './languages.ts';

/** Version of the current wording beside the checkbox. */
export const beginWording = '2026-11-22';

/**
 * Wordings by which a consumer asks that Pro begins before the withdrawal period ends, by the day
 * from which they were shown: the SHA-256 of the text in each language. An order stores the version
 * that its payer read, so new wording needs a new version, and old ones stay.
 */
export const beginWordings: Record<string, Record<Language, string>> = {
  '2026-11-22': {
    en: '74eb6cf1c8a9a1f95f1feb9f7ef1f8d7534fbd7d6fa1a905d265cb4fd6255b71',
    es: 'fe2a6d0f4a35318fac842903677afa0bfaa0d383136effcc19365be7a7db7323',
    pt: 'c5e5d107083e87f468f1bb103cc0e2fcee11f0d8f9bf38fb974d171fb604eda5',
    de: '0c59a8c18cfb5dd28c87a8ec871908e87918ed6b36ecc1916b637369159d9212',
  },
};
