import { z } from 'zod';
import { timeField, timeZoneField } from './fields.ts';
import { maxFiles } from './limits.ts';

const featureActions = ['upload', 'convert', 'check_status'] as const;

export const validateFeaturesBody = z.object({
  action: z.enum(featureActions),
  /** Number of files in the batch, for `upload` and `convert`. */
  fileCount: z.int().min(0).max(10_000).default(0),
  /**
   * For `convert`: a random UUID that the page chooses for this batch. It lets the server recognize
   * the batch in `POST /api/conversions`, which reports the result.
   */
  conversionKey: z.uuid().optional(),
});

/** Reason codes for refusals, for translation. */
const refusalReasons = ['too-many-files', 'daily-limit'] as const;

export const validateFeaturesAnswer = z.object({
  allowed: z.boolean(),
  /** English words, empty when allowed. */
  reason: z.string(),
  reasonCode: z.enum(refusalReasons).nullable(),
  maxFiles: z.int(),
  isPro: z.boolean(),
  /** Files left for today, if the operator has set a daily limit. */
  remainingToday: z.int().nullable(),
});
export type FeatureValidation = z.infer<typeof validateFeaturesAnswer>;

export const conversionsBody = z.object({
  conversionKey: z.uuid(),
  /**
   * Number of files of the batch that were converted successfully so far. Repeating it, or sending
   * less, changes nothing: the greatest number counts, up to the size of the batch.
   */
  converted: z.int().min(0).max(maxFiles.pro),
});
export const conversionsAnswer = z.object({ converted: z.int() });

export const usageQuery = z.object({
  /** Time zone for days and months. Default: the account's. */
  timeZone: timeZoneField.optional(),
});
export const usageAnswer = z.object({
  conversionsToday: z.int(),
  conversionsThisMonth: z.int(),
  totalConversions: z.int(),
  /** The last 14 days, ending today. */
  days: z.array(z.object({ day: z.iso.date(), conversions: z.int() })),
});
export type Usage = z.infer<typeof usageAnswer>;

/** Files converted by all visitors since midnight UTC. */
export const statsAnswer = z.object({ convertedToday: z.int() });

export const verifyProQuery = z.object({
  /** Only for the simulated payment provider: answers for this address. */
  test_email: z.string().max(254).optional(),
});
export const verifyProAnswer = z.object({ isPro: z.boolean() });

export const entitlementAnswer = z.object({
  /** Compact JWS (RFC 7515) signed with EdDSA over `userId`, `plan`, `expires`. */
  entitlement: z.string(),
  expires: timeField,
});

/** Content of a signed entitlement. `expires` is at most 7 days ahead. */
export interface Entitlement {
  userId: string;
  plan: 'free' | 'pro';
  /** Seconds since 1970. */
  expires: number;
}

/** The public key as JWK (RFC 8037), for `crypto.subtle.importKey`. */
export const entitlementKeyAnswer = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
});
