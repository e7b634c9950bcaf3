import { ApiError } from '../api/request.ts';
import type { Messages } from './messages.ts';

/** What to say of a request that failed and of which a page knows nothing better. */
export function explainRequestFailure(thrown: unknown, errors: Messages['site']['errors']): string {
  if (thrown instanceof ApiError) {
    if (thrown.answer.code === 'too-many-requests') return errors.tooMany;
    if (thrown.answer.code === 'not-signed-in') return errors.signInRequired;
    return errors.generic;
  }
  // `fetch` says TypeError where nothing came through; a time limit is a DOMException.
  return thrown instanceof TypeError ? errors.network : errors.generic;
}
