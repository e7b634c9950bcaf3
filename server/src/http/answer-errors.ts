import type { Context, ErrorHandler } from 'hono';
import { errorStatus } from '@stillpix/contract/errors';
import { failureCode, isDatabaseUnavailable } from '../database/failures.ts';
import { errorChain } from '../error-code.ts';
import type { Log } from '../log.ts';
import { ApiError } from '../api-error.ts';
import { errorResponse } from './error-response.ts';
import type { AppEnvironment } from './environment.ts';

/** Seconds after which a caller may retry when the database was unavailable. */
const retryAfter = 5;

/** Converts exceptions to answers. Logs what is not meant for the caller. */
export const answerErrors =
  (options: { log: Log }): ErrorHandler<AppEnvironment> =>
  (error, context) => {
    const { log } = options;
    const requestId = context.get('requestId');
    const route = context.get('route');
    if (error instanceof ApiError) {
      // 502: a service that we called failed. The caller cannot fix that.
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

/**
 * Whether the client disconnected during its body. The error code (ECONNRESET) alone could also be
 * the database's.
 */
function isBodyCut(error: Error, context: Context<AppEnvironment>): boolean {
  // Without a socket, as in some tests, there is no environment.
  const cut = (context.env as AppEnvironment['Bindings'] | undefined)?.incoming?.errored;
  return cut instanceof Error && [...errorChain(error)].includes(cut);
}
