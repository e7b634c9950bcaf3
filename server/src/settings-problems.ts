import { BlockList, isIP } from 'node:net';
import { findPaymentProblems } from './billing/payment-settings.ts';
import type { SettingProblem } from './settings-error.ts';
import type { SettingName, Settings } from './settings.ts';

const consent = 'To run it all the same, as for a trial among friends, set ALLOW_SIMULATED=yes';

/** Problems of settings in combination, by name. Empty if there are none. */
export function findSettingProblems(settings: Settings): SettingProblem[] {
  const problems = findPaymentProblems(settings);
  if (settings.NODE_ENV === 'production') problems.push(...findProductionProblems(settings));
  else if (canStrangersReach(settings) && !settings.ALLOW_SIMULATED) {
    problems.push(...findExposedTrials(settings));
  }
  return problems;
}

function findProductionProblems(settings: Settings): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (settings.PUBLIC_URL === undefined) {
    problems.push(['PUBLIC_URL', 'is needed in production, for the links in mails']);
  }
  if (settings.SESSION_SECRET !== undefined && isWeakSecret(settings.SESSION_SECRET)) {
    problems.push(['SESSION_SECRET', 'is too easy to guess for production']);
  }
  if (settings.SMTP_URL === undefined) {
    problems.push(['SMTP_URL', 'is needed in production: without it nobody gets a mail']);
  }
  if (usesTestKey(settings)) {
    problems.push(['STRIPE_SECRET_KEY', 'is a test key, and in production Pro must be paid']);
  }
  return [...problems, ...findOperatorProblems(settings)];
}

/** Operator facts that visitors must be able to read, and whether each may be `none`. */
const operatorSettings = [
  ['OPERATOR_NAME', false],
  ['OPERATOR_ADDRESS', false],
  ['OPERATOR_REGISTER', true],
  ['OPERATOR_TAX_ID', true],
  ['OPERATOR_HOSTING_COUNTRY', false],
] as const satisfies readonly (readonly [SettingName, boolean])[];

function findOperatorProblems(settings: Settings): SettingProblem[] {
  const missing = operatorSettings
    .filter(([name, mayBeNone]) => {
      const value = settings[name];
      return value === undefined || (!mayBeNone && /^none$/i.test(value));
    })
    .map(([name, mayBeNone]): SettingProblem => [
      name,
      `is needed in production: the imprint must say who runs this.${mayBeNone ? ' Where there is none, say "none"' : ''}`,
    ]);
  const examples = (
    ['PUBLIC_URL', 'SUPPORT_EMAIL', 'MAIL_FROM', 'OPERATOR_PRIVACY_CONTACT'] as const
  )
    .filter((name) => /\.example\b/i.test(settings[name] ?? ''))
    .map((name): SettingProblem => [
      name,
      'ends in .example, which reaches nobody in production: write your own in its place',
    ]);
  return [...missing, ...examples];
}

/** Settings that are fine on one's own machine, but would give away Pro or accounts in public. */
function findExposedTrials(settings: Settings): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (usesTestKey(settings)) {
    problems.push([
      'STRIPE_SECRET_KEY',
      `is a test key, by which strangers get Pro without paying. ${consent}`,
    ]);
  } else if (settings.STRIPE_SECRET_KEY === undefined && settings.PAYMENTS !== 'none') {
    problems.push([
      'PAYMENTS',
      `would be simulated, and strangers get Pro without paying. Set Stripe's keys, or PAYMENTS=none. ${consent}`,
    ]);
  }
  if (settings.SMTP_URL === undefined) {
    problems.push([
      'SMTP_URL',
      `is not set, so that mails with their secret links would stay on the disk and in the log. ${consent}`,
    ]);
  }
  return problems;
}

const usesTestKey = ({ STRIPE_SECRET_KEY, PAYMENTS }: Settings) =>
  PAYMENTS !== 'none' && PAYMENTS !== 'simulated' && /^[sr]k_test_/.test(STRIPE_SECRET_KEY ?? '');

function canStrangersReach({ HOST, PUBLIC_URL }: Settings): boolean {
  if (!isLoopback(HOST)) return true;
  if (PUBLIC_URL === undefined) return false;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  // No certificate is needed for a trial on one's own machine.
  return protocol === 'https:' || !isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  // By RFC 6761, `localhost` and names ending in it are loopback. Other names may be anything.
  if (family === 0) return /(?:^|\.)localhost$/i.test(host);
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Few different characters, or words from examples and tutorials. */
function isWeakSecret(secret: string): boolean {
  if (new Set(secret).size < 12) return true;
  return /change.?me|secret|password|example|0123456789|abcdefgh|qwertyui/i.test(secret);
}
