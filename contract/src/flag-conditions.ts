import { z } from 'zod';
import { languageField } from './fields.ts';

/** Limits a flag to some visitors. A missing condition includes everybody. */
export const flagConditionsSchema = z.strictObject({
  userType: z.enum(['all', 'free', 'pro']).optional(),
  languages: z.array(languageField).min(1).optional(),
  /** Lowest version of the site. */
  minVersion: z
    .string()
    .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'must look like 1.4.0')
    .optional(),
});
