import { z } from 'zod';
import { timeField, timeZoneField } from './fields.ts';
import { maxFiles } from './limits.ts';

const featureActions = ['upload', 'convert', 'check_status'] as const;

export const validateFeaturesBody = z.object({
  action: z.enum(featureActions),
  /** How many files the batch holds; counts for `upload` and `convert`. */
  fileCount: z.int().min(0).max(10_000).default(0),
  /**
   * With `convert`: a random UUID of the page's choice for this batch. The batch is then known to
   * the server, and `POST /api/conversions` can report what became of it.
   */
  conversionKey: z.uuid().optional(),
});

/** Why an action was refused, for translation. */
const refusalReasons = ['too-many-files', 'daily-limit'] as const;

export const validateFeaturesAnswer = z.object({
  allowed: z.boolean(),
  /** English words, empty when allowed. */
  reason: z.string(),
  reasonCode: z.enum(refusalReasons).nullable(),
  maxFiles: z.int(),
  isPro: z.boolean(),
  /** Files that may still be converted today, where the operator set a daily limit. */
  remainingToday: z.int().nullable(),
});
export type FeatureValidation = z.infer<typeof validateFeaturesAnswer>;

export const conversionsBody = z.object({
  conversionKey: z.uuid(),
  /**
   * Files of the batch converted with success so far. Sending it again, or a smaller number,
   * changes nothing: the greatest number counts, and never more than the batch was allowed.
   */
  converted: z.int().min(0).max(maxFiles.pro),
});
export const conversionsAnswer = z.object({ converted: z.int() });

export const usageQuery = z.object({
  /** Days and months are those of this time zone; the account's own where left out. */
  timeZone: timeZoneField.optional(),
});
export const usageAnswer = z.object({
  conversionsToday: z.int(),
  conversionsThisMonth: z.int(),
  totalConversions: z.int(),
  /** The last 14 days, today at the end. */
  days: z.array(z.object({ day: z.iso.date(), conversions: z.int() })),
});
export type Usage = z.infer<typeof usageAnswer>;

/** Files converted since midnight UTC by all visitors together. */
export const statsAnswer = z.object({ convertedToday: z.int() });

export const verifyProQuery = z.object({
  /** Only with the simulated payment provider: answers for this address. */
  test_email: z.string().max(254).optional(),
});
export const verifyProAnswer = z.object({ isPro: z.boolean() });

export const entitlementAnswer = z.object({
  /** Compact JWS (RFC 7515) signed with EdDSA over `userId`, `plan`, `expires`. */
  entitlement: z.string(),
  expires: timeField,
});

/** What the signed entitlement says. `expires` is at most 7 days ahead. */
export interface Entitlement {
  userId: string;
  plan: 'free' | 'pro';
  /** Seconds since 1970. */
  expires: number;
}

/** The public key as JWK (RFC 8037), ready for `crypto.subtle.importKey`. */
export const entitlementKeyAnswer = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
});
