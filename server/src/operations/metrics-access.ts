import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (value: string) => createHash('sha256').update(value).digest();

/**
 * Whether a request may read the metrics: with the configured token, or, where none is configured,
 * from the machine itself. A request that came through a proxy is not from the machine itself.
 */
export function mayReadMetrics(
  token: string | undefined,
  request: { authorization: string | undefined; socketAddress: string; forwarded: boolean },
): boolean {
  if (token !== undefined) {
    return timingSafeEqual(digest(request.authorization ?? ''), digest(`Bearer ${token}`));
  }
  return !request.forwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(request.socketAddress);
}
