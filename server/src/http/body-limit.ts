import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ApiError } from './api-error.ts';
import type { AppEnvironment } from './environment.ts';

/** The biggest body that nearly every request needs, in bytes, with room to spare. */
export const usualBodyBytes = 8192;

/**
 * Bounds the body of every request before anything reads it, also one that comes in pieces and
 * without a length. `byPath` names the paths that may take more than the usual, in bytes.
 */
export const limitBodies = (options: { byPath: ReadonlyMap<string, number> }) => {
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ApiError('body-too-large');
      },
    });
  const usual = limit(usualBodyBytes);
  const limits = new Map([...options.byPath].map(([path, maxBytes]) => [path, limit(maxBytes)]));
  return createMiddleware<AppEnvironment>(async function limitBody(context, next) {
    return (limits.get(context.req.path) ?? usual)(context, next);
  });
};
