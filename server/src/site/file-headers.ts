import { permissionsPolicy, scriptPolicy } from '../http/site-headers.ts';
import type { SiteFile } from './files.ts';

/** Headers of a page, in addition to `commonHeaders`. */
export function pageHeaders(path: string, policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy(path),
    // These pages have a secret in their URL.
    ...(/\/(?:reset-password|account-setup|account|thanks|success)$/.test(path)
      ? { 'referrer-policy': 'no-referrer' }
      : {}),
  };
}

/** Headers of a file other than a page. Without a policy of its own it may load nothing. */
export function fileHeaders(type: string): Record<string, string> {
  if (type.startsWith('text/javascript')) return { 'content-security-policy': scriptPolicy };
  if (type === 'image/svg+xml') {
    return { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };
  }
  return {};
}

/** Vite names files in /assets/ by content hash, so they never change. */
export function cacheControl(file: Pick<SiteFile, 'name' | 'type'>): string {
  if (file.name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  if (file.type.startsWith('text/html') || /(?:^|\/)(?:sw|service-worker)\.js$/.test(file.name)) {
    return 'no-cache';
  }
  return 'public, max-age=3600, must-revalidate';
}
