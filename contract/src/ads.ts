import { z } from 'zod';
import { languages } from './languages.ts';

/** Places for advertisements (Requirement P4). */
export const adPlaces = ['header-banner', 'footer-banner', 'sidebar', 'in-article'] as const;
export type AdPlace = (typeof adPlaces)[number];

/**
 * Google's ids for advertisements: `ca-pub-` and 16 digits for the publisher, 10 digits for a slot.
 * A place without a slot stays empty.
 */
export const adConfig = z.object({
  publisherId: z.string().regex(/^ca-pub-\d{16}$/),
  slots: z.partialRecord(z.enum(adPlaces), z.string().regex(/^\d{10}$/)),
});
export type AdConfig = z.infer<typeof adConfig>;

/**
 * The operator's own advertisements: text and a link in the page itself, so no third party is
 * contacted or learns of the visit. Without `language` they apply to all languages. The first one
 * that fits a place is shown.
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
