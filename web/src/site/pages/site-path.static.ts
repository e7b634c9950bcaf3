import type * as served from './site-path.ts';

/** Written into the page when the built site is deployed; missing while building. */
const root = typeof document === 'undefined' ? null : (document.documentElement.dataset.root ?? '');

/**
 * File servers redirect to a folder's page with a trailing slash. Including it saves the redirect.
 */
export const toAddress: typeof served.toAddress = (path) => {
  if (root === null) return path;
  return root + (/\/$|\.\w+$/.test(path) ? path : `${path}/`);
};

export const toPath: typeof served.toPath = (address) =>
  root !== null && address.startsWith(`${root}/`) ? address.slice(root.length) : address;
