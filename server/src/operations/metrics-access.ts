import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (value: string) => createHash('sha256').update(value).digest();

/**
 * Whether a request may read the metrics: with the configured token or, without one, from the same
 * machine. A request through a proxy is not from the same machine.
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
