/** Every error code of the API with its HTTP status. The list is complete. */
export const errorStatus = {
  'invalid-request': 400,
  'weak-password': 400,
  'wrong-password': 400,
  'password-required': 400,
  'begin-not-asked': 400,
  'invalid-token': 400,
  'invalid-credentials': 401,
  'not-signed-in': 401,
  'payment-not-verified': 403,
  forbidden: 403,
  'not-found': 404,
  'no-subscription': 404,
  'method-not-allowed': 405,
  'email-in-use': 409,
  'already-set-up': 409,
  'already-subscribed': 409,
  'conversion-key-in-use': 409,
  'refund-not-available': 409,
  'body-too-large': 413,
  'not-json': 415,
  'too-many-requests': 429,
  'internal-error': 500,
  'payment-failed': 402,
  'payment-needs-bank': 402,
  'payment-provider-error': 502,
  'database-unavailable': 503,
  stripe_not_configured: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The JSON body of every answer with a status of 400 or above. */
export interface ErrorAnswer {
  code: ErrorCode;
  /** A message in English for people. Translate by `code`. */
  error: string;
  /** The same message, under the name that payment routes have always used. */
  message: string;
  /** For support: the server's log has the same id. */
  requestId: string;
  /** The problem of each field, for `invalid-request` and `weak-password`. */
  fields?: Record<string, string>;
  /** Seconds to wait, for `too-many-requests` and `database-unavailable`. */
  retryAfter?: number;
}
