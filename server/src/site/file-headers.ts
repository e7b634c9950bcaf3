import { permissionsPolicy, scriptPolicy } from '../http/site-headers.ts';
import type { SiteFile } from './files.ts';

/** What a page says besides what every answer does (`commonHeaders`). */
export function pageHeaders(path: string, policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy(path),
    // These pages carry a secret in their address.
    ...(/\/(?:reset-password|account-setup|account|thanks|success)$/.test(path)
      ? { 'referrer-policy': 'no-referrer' }
      : {}),
  };
}

/** The same for a file that is no page; without a policy of its own it may load nothing at all. */
export function fileHeaders(type: string): Record<string, string> {
  if (type.startsWith('text/javascript')) return { 'content-security-policy': scriptPolicy };
  if (type === 'image/svg+xml') {
    return { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };
  }
  return {};
}

/** Vite names files under /assets/ by their content, so they never change. */
export function cacheControl(file: Pick<SiteFile, 'name' | 'type'>): string {
  if (file.name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  if (file.type.startsWith('text/html') || /(?:^|\/)(?:sw|service-worker)\.js$/.test(file.name)) {
    return 'no-cache';
  }
  return 'public, max-age=3600, must-revalidate';
}
