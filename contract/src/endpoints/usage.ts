import { routes } from '../routes.ts';
import * as usage from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

export const usageEndpoints = {
  validateFeatures: {
    ...routes.validateFeatures,
    summary: 'Whether the caller may do something with so many files',
    tag: 'Usage',
    access: 'optional',
    body: usage.validateFeaturesBody,
    answer: usage.validateFeaturesAnswer,
    errors: ['conversion-key-in-use'],
  },
  conversions: {
    ...routes.conversions,
    summary: 'Report how many files of a batch were converted',
    tag: 'Usage',
    access: 'optional',
    body: usage.conversionsBody,
    answer: usage.conversionsAnswer,
    errors: ['not-found'],
  },
  usage: {
    ...routes.usage,
    aliases: ['/api/auth/usage'],
    summary: 'Conversions today, this month and in total',
    tag: 'Usage',
    access: 'account',
    query: usage.usageQuery,
    answer: usage.usageAnswer,
    errors: [],
  },
  verifyPro: {
    ...routes.verifyPro,
    summary: 'Whether the caller is Pro now',
    tag: 'Usage',
    access: 'optional',
    query: usage.verifyProQuery,
    answer: usage.verifyProAnswer,
    errors: [],
  },
  entitlement: {
    ...routes.entitlement,
    summary: 'A signed statement of the plan, for use offline',
    tag: 'Usage',
    access: 'account',
    answer: usage.entitlementAnswer,
    errors: [],
  },
  entitlementKey: {
    ...routes.entitlementKey,
    summary: 'The public key that entitlements are checked with',
    tag: 'Usage',
    access: 'public',
    answer: usage.entitlementKeyAnswer,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
