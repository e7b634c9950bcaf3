import type { ErrorHandler } from 'hono';
import { errorStatus } from '@stillpix/contract/errors';
import { failureCode, isDatabaseUnavailable } from '../database/failures.ts';
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
    if (isDatabaseUnavailable(error)) {
      log.warn({ requestId, route, code: failureCode(error) }, 'the database is unavailable');
      return errorResponse(new ApiError('database-unavailable', { retryAfter }), requestId);
    }
    log.error({ requestId, route, err: error }, 'request failed');
    return errorResponse(new ApiError('internal-error'), requestId);
  };
