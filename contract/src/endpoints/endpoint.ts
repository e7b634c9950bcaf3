import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/**
 * `public`: tokens are ignored. `optional`: a valid token identifies the caller, an invalid one
 * counts as none. `account`: 401 without a valid token.
 */
export type Access = 'public' | 'optional' | 'account';

/** An endpoint of the API: request, answer, and who may call it. Also the source of OpenAPI. */
export interface Endpoint {
  method: 'get' | 'post' | 'patch';
  path: string;
  /** Other paths of the same endpoint. */
  aliases?: readonly string[];
  summary: string;
  tag: 'Accounts' | 'Usage' | 'Billing' | 'Site';
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Maximum body size in bytes, for endpoints that need more than the usual 8 KiB. */
  bodyBytes?: number;
  answer: z.ZodType;
  errors: readonly ErrorCode[];
}
