import { z } from 'zod';

/** Places for advertisements (Requirement P4). */
export const adPlaces = ['header-banner', 'footer-banner', 'sidebar', 'in-article'] as const;
export type AdPlace = (typeof adPlaces)[number];

/**
 * Whose advertisements may be shown. A place without a slot of the publisher's keeps our own words.
 * Google's form of the ids: `ca-pub-` and 16 digits for the publisher, 10 digits for a slot.
 */
export const adConfig = z.object({
  publisherId: z.string().regex(/^ca-pub-\d{16}$/),
  slots: z.partialRecord(z.enum(adPlaces), z.string().regex(/^\d{10}$/)),
});
export type AdConfig = z.infer<typeof adConfig>;
