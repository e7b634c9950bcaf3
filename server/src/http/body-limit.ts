import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '../api-error.ts';
import type { AppEnvironment } from './environment.ts';

/** Maximum body size in bytes for nearly every request, with room to spare. */
export const usualBodyBytes = 8192;

/**
 * Limits the body of every request before it is read, even one that arrives in chunks without a
 * length. `byPath` has higher limits of some paths, in bytes.
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
