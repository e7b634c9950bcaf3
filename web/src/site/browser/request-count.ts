import { routes } from '@stillpix/contract/routes';

/** A request as Resource Timing records it. */
export interface SeenRequest {
  url: string;
  /** What caused it: `fetch`, `script`, `css`, `beacon`, ... */
  initiator: string;
}

/** What a request was for. */
export type RequestKind = 'code' | 'look' | 'api' | 'other' | 'elsewhere';

export interface RequestCount {
  byKind: Record<RequestKind, number>;
  /** Requests that can carry data and are neither for the site's files nor for its API. */
  unexplained: number;
}

const endings: Partial<Record<RequestKind, RegExp>> = {
  code: /\.(?:js|mjs|wasm|json)$/,
  look: /\.(?:css|woff2?|svg|png|jpg|webp|avif|ico|webmanifest)$/,
};

const apiPaths = new Set<string>(Object.values(routes).map(({ path }) => path));

// Only these can send data; a stylesheet or a font cannot.
const sending = new Set(['fetch', 'xmlhttprequest', 'beacon']);

function kindOf({ origin, pathname }: URL, ownOrigin: string): RequestKind {
  if (origin !== ownOrigin) return 'elsewhere';
  if (apiPaths.has(pathname)) return 'api';
  if (endings.code?.test(pathname)) return 'code';
  return endings.look?.test(pathname) ? 'look' : 'other';
}

/** Counts requests that went over the network. A page's own `blob:` URLs do not. */
export function countRequests(seen: readonly SeenRequest[], ownOrigin: string): RequestCount {
  const byKind = { code: 0, look: 0, api: 0, other: 0, elsewhere: 0 };
  let unexplained = 0;
  for (const { url, initiator } of seen) {
    const parsed = new URL(url, ownOrigin);
    if (!/^https?:$/.test(parsed.protocol)) continue;
    const kind = kindOf(parsed, ownOrigin);
    byKind[kind] += 1;
    if (kind === 'other' && sending.has(initiator)) unexplained += 1;
  }
  return { byKind, unexplained };
}
