import { ApiError } from '../api/request.ts';
import type { Messages } from './messages.ts';

/** A generic message for a failed request. */
export function explainRequestFailure(thrown: unknown, errors: Messages['site']['errors']): string {
  if (thrown instanceof ApiError) {
    if (thrown.answer.code === 'too-many-requests') return errors.tooMany;
    if (thrown.answer.code === 'not-signed-in') return errors.signInRequired;
    return errors.generic;
  }
  // `fetch` throws a TypeError if the server cannot be reached; a time limit is a DOMException.
  return thrown instanceof TypeError ? errors.network : errors.generic;
}
