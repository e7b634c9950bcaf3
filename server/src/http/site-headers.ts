import { createHash } from 'node:crypto';
import { paymentPagePaths } from '@stillpix/contract/paths';

type Policy = Record<string, readonly string[]>;

const self = "'self'";

/** Nothing from third parties, and nothing inline except what `scriptHashes` lists. */
const toolPolicy: Policy = {
  'default-src': [self],
  // The picture codecs are WebAssembly.
  'script-src': [self, "'wasm-unsafe-eval'"],
  // React writes style attributes into prerendered pages, which no hash can cover.
  'style-src': [self, "'unsafe-inline'"],
  'img-src': [self, 'blob:', 'data:'],
  'font-src': [self],
  'connect-src': [self],
  'worker-src': [self],
  'manifest-src': [self],
  'media-src': [self, 'blob:'],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': [self],
  'frame-ancestors': ["'none'"],
};

// What Stripe.js needs (Stripe's "Security guide", section on Content Security Policy).
const paymentPolicy: Policy = {
  ...toolPolicy,
  'script-src': [
    ...(toolPolicy['script-src'] ?? []),
    'https://js.stripe.com',
    'https://*.js.stripe.com',
  ],
  'connect-src': [self, 'https://api.stripe.com'],
  'img-src': [...(toolPolicy['img-src'] ?? []), 'https://*.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

// Hosts of Google's advertisements. Other hosts that a campaign wants stay blocked.
const adHosts = [
  'https://pagead2.googlesyndication.com',
  'https://*.googlesyndication.com',
  'https://googleads.g.doubleclick.net',
  'https://*.adtrafficquality.google',
];

const adPolicy: Policy = {
  ...toolPolicy,
  'script-src': [...(toolPolicy['script-src'] ?? []), ...adHosts],
  'connect-src': [self, ...adHosts],
  'img-src': [...(toolPolicy['img-src'] ?? []), ...adHosts],
  'frame-src': [...adHosts, 'https://www.google.com'],
};

/**
 * Marks a place that a publisher fills. Only served on pages to read, if a publisher is configured.
 */
const adMark = /<\w[^<>]*\sdata-ad-network=/;

/** For answers that are not documents: nothing may load, even if one is shown as a page. */
const inertPolicy: Policy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

function write(policy: Policy, scriptHashes: readonly string[] = []): string {
  return Object.entries(policy)
    .map(([name, sources]) =>
      [name, ...sources, ...(name === 'script-src' ? scriptHashes : [])].join(' '),
    )
    .join('; ');
}

const paymentPages: ReadonlySet<string> = new Set(paymentPagePaths);

const isPaymentPage = (path: string) => paymentPages.has(path);

/** The policy of a page as served, with hashes of its inline scripts. */
export function pagePolicy(path: string, html: string): string {
  const hashes = inlineScriptHashes(html);
  if (isPaymentPage(path)) return write(paymentPolicy, hashes);
  return write(adMark.test(html) ? adPolicy : toolPolicy, hashes);
}

/** A worker follows the policy of its own script's answer, so scripts have one too. */
export const scriptPolicy = write(toolPolicy);
export const apiPolicy = write(inertPolicy);

/**
 * Hash (`'sha256-…'`) of each inline script that a browser would run. Data blocks need no
 * permission.
 */
function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of html.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/gi,
  )) {
    if (/\ssrc\s*=/i.test(attributes)) continue;
    const type = /\stype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
    const runs =
      type === undefined ||
      type === 'module' ||
      type.endsWith('javascript') ||
      type === 'importmap';
    if (runs) hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`);
  }
  return [...hashes];
}

/** Headers for every answer. HSTS only for https: on http it would be ignored or harmful. */
export function commonHeaders(publicAddress: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(publicAddress.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000' }
      : {}),
  };
}

const denied =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()';

export function permissionsPolicy(path: string): string {
  return isPaymentPage(path)
    ? `${denied}, payment=(self "https://js.stripe.com")`
    : `${denied}, payment=()`;
}
