import { type ErrorAnswer, type ErrorCode, errorStatus } from '@stillpix/contract/errors';
import type { ApiError } from '../api-error.ts';

// Texts for people, where the site has no translation for the code.
const words: Record<ErrorCode, string> = {
  'invalid-request': 'The request is not valid.',
  'weak-password': 'Please choose a stronger password.',
  'wrong-password': 'The current password is incorrect.',
  'password-required': 'Please enter the password of the account.',
  'begin-not-asked': 'Please ask us to begin at once: without that Pro cannot start.',
  'invalid-token': 'This link is invalid or has expired.',
  'invalid-credentials': 'Invalid email or password.',
  'not-signed-in': 'Please sign in.',
  'payment-not-verified': 'We could not find a completed payment for this email.',
  forbidden: 'This is not allowed.',
  'not-found': 'Not found.',
  'no-subscription': 'There is no subscription.',
  'method-not-allowed': 'This method is not allowed here.',
  'email-in-use': 'An account with this email already exists.',
  'already-set-up': 'This account already has a password. Please sign in.',
  'already-subscribed': 'This account already has Pro.',
  'conversion-key-in-use': 'This conversion key has been used already.',
  'refund-not-available': 'The money-back period is over.',
  'body-too-large': 'The request is too large.',
  'not-json': 'The request must be JSON.',
  'too-many-requests': 'Too many attempts. Please try again later.',
  'internal-error': 'Something went wrong. Please try again.',
  'payment-failed': 'Please check your payment details and try again.',
  'payment-needs-bank': 'Your bank wants you to confirm the payment. Nothing has changed yet.',
  'payment-provider-error': 'The payment provider did not answer. Please try again.',
  'database-unavailable': 'The service is briefly unavailable. Please try again.',
  stripe_not_configured:
    'Payment processing is temporarily unavailable. Please try again later or contact support.',
};

export function errorResponse(error: ApiError, requestId: string): Response {
  const text = words[error.code];
  const answer: ErrorAnswer = {
    code: error.code,
    // Payment calls have the code itself in `error`, by the specification.
    error: error.code === 'stripe_not_configured' ? error.code : text,
    message: text,
    requestId,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  };
  return Response.json(answer, {
    status: errorStatus[error.code],
    headers: {
      'cache-control': 'no-store',
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
      ...(error.allowed === undefined ? {} : { allow: error.allowed.join(', ') }),
    },
  });
}
