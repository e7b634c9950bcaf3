import { z } from 'zod';
import { adConfig } from '../ads.ts';
import { contactAnswer, contactBody } from '../contact.ts';
import { flagConditionsSchema } from '../flag-conditions.ts';
import { flagKeys } from '../flags.ts';
import { routes } from '../routes.ts';
import { statsAnswer } from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

const flagSchema = z.object({
  key: z.enum(flagKeys),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  rolloutPercentage: z.int().min(0).max(100),
  conditions: flagConditionsSchema,
});

const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    /** `full`: it answers, but has no room left to write. */
    state: z.enum(['ready', 'full', 'unavailable']),
  }),
});

export const siteEndpoints = {
  flags: {
    ...routes.flags,
    summary: 'Feature flags with their rollout, and whose advertisements may be shown',
    tag: 'Site',
    access: 'public',
    answer: z.object({
      flags: z.array(flagSchema),
      ads: adConfig.nullable(),
      /** When the promotional badge ends (ISO 8601). `null`: there is no promotion. */
      promotionEnds: z.string().nullable(),
    }),
    errors: [],
  },
  stats: {
    ...routes.stats,
    summary: 'Files converted today',
    tag: 'Site',
    access: 'public',
    answer: statsAnswer,
    errors: [],
  },
  contact: {
    ...routes.contact,
    summary: 'Write to the people behind the product',
    tag: 'Site',
    access: 'optional',
    body: contactBody,
    bodyBytes: 262_144,
    answer: contactAnswer,
    errors: [],
  },
  health: {
    ...routes.health,
    summary: 'Version and state of the database; 503 when it is away or full',
    tag: 'Site',
    access: 'public',
    answer: healthSchema,
    errors: ['database-unavailable'],
  },
} as const satisfies Record<string, Endpoint>;
