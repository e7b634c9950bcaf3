import type * as served from './site-path.ts';

/** Written into the page when the built site is put where it will stand; while building there is none. */
const root = typeof document === 'undefined' ? null : (document.documentElement.dataset.root ?? '');

/** File servers lead to a folder's page by a slash at its end; asking with it saves a redirect. */
export const toAddress: typeof served.toAddress = (path) => {
  if (root === null) return path;
  return root + (/\/$|\.\w+$/.test(path) ? path : `${path}/`);
};

export const toPath: typeof served.toPath = (address) =>
  root !== null && address.startsWith(`${root}/`) ? address.slice(root.length) : address;
