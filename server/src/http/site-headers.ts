import { createHash } from 'node:crypto';
import { paymentPagePaths } from '@stillpix/contract/paths';

type Policy = Record<string, readonly string[]>;

const self = "'self'";

/** Nothing third-party, nothing inline except what `scriptHashes` names. */
const toolPolicy: Policy = {
  'default-src': [self],
  // The picture codecs are WebAssembly.
  'script-src': [self, "'wasm-unsafe-eval'"],
  // React writes style attributes into prerendered pages; no hash can cover those.
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

// Where Google's advertisements come from. What a campaign wants from elsewhere stays blocked.
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

/** Stands on a place that a publisher fills: served only where one is configured, on pages to read. */
const adMark = /<\w[^<>]*\sdata-ad-network=/;

/** For answers that are no document: nothing may load, were one ever shown as a page. */
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

/** The policy of one page as it is served, with the hashes of its own inline scripts. */
export function pagePolicy(path: string, html: string): string {
  const hashes = inlineScriptHashes(html);
  if (isPaymentPage(path)) return write(paymentPolicy, hashes);
  return write(adMark.test(html) ? adPolicy : toolPolicy, hashes);
}

/** A worker is governed by the policy of its own script's answer, so scripts carry one too. */
export const scriptPolicy = write(toolPolicy);
export const apiPolicy = write(inertPolicy);

/** `'sha256-…'` of each inline script that a browser would run. Data blocks need no permission. */
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

/** On every answer. HSTS only where visitors come by https: on http it would be ignored or harmful. */
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
