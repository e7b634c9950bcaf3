import type { Context, ErrorHandler } from 'hono';
import { errorStatus } from '@stillpix/contract/errors';
import { failureCode, isDatabaseUnavailable } from '../database/failures.ts';
import { errorChain } from '../error-code.ts';
import type { Log } from '../log.ts';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnvironment } from './environment.ts';

/** Seconds until a caller may try again that found the database away. */
const retryAfter = 5;

/** Turns whatever was thrown into an answer; what was not meant for the caller goes into the log. */
export const answerErrors =
  (options: { log: Log }): ErrorHandler<AppEnvironment> =>
  (error, context) => {
    const { log } = options;
    const requestId = context.get('requestId');
    const route = context.get('route');
    if (error instanceof ApiError) {
      // 502: somebody whom we asked failed, which the caller cannot mend.
      if (errorStatus[error.code] === 502) {
        log.error({ requestId, route, err: error }, 'request failed');
      }
      return errorResponse(error, requestId);
    }
    if (isBodyCut(error, context)) {
      const fields = { body: 'did not arrive' };
      return errorResponse(new ApiError('invalid-request', { fields }), requestId);
    }
    if (isDatabaseUnavailable(error)) {
      log.warn({ requestId, route, code: failureCode(error) }, 'the database is unavailable');
      return errorResponse(new ApiError('database-unavailable', { retryAfter }), requestId);
    }
    log.error({ requestId, route, err: error }, 'request failed');
    return errorResponse(new ApiError('internal-error'), requestId);
  };

/** The client went away in the middle of its body: by its code (ECONNRESET) it could be the database as well. */
function isBodyCut(error: Error, context: Context<AppEnvironment>): boolean {
  // Where there is no socket, as in some tests, there is no environment either.
  const cut = (context.env as AppEnvironment['Bindings'] | undefined)?.incoming?.errored;
  return cut instanceof Error && [...errorChain(error)].includes(cut);
}
