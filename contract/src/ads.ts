import { z } from 'zod';
import { languages } from './languages.ts';

/** Places for advertisements (Requirement P4). */
export const adPlaces = ['header-banner', 'footer-banner', 'sidebar', 'in-article'] as const;
export type AdPlace = (typeof adPlaces)[number];

/**
 * Whose advertisements may be shown. A place without a slot of the publisher's stays empty.
 * Google's form of the ids: `ca-pub-` and 16 digits for the publisher, 10 digits for a slot.
 */
export const adConfig = z.object({
  publisherId: z.string().regex(/^ca-pub-\d{16}$/),
  slots: z.partialRecord(z.enum(adPlaces), z.string().regex(/^\d{10}$/)),
});
export type AdConfig = z.infer<typeof adConfig>;

/**
 * Advertisements in the operator's own words: text and a link in the page itself, so that nothing is
 * asked from anybody and nobody learns of the visit. Without `language` for all languages; of those
 * that fit a place, the first is shown.
 */
export const ownAds = z.array(
  z.strictObject({
    place: z.enum(adPlaces),
    language: z.enum(languages).optional(),
    title: z.string().min(1).max(60),
    text: z.string().min(1).max(140),
    link: z.url({ protocol: /^https$/ }),
  }),
);
