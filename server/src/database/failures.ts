import { errorChain, errorCode } from '../error-code.ts';

/** A unique constraint refused the row (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '23505');
}

/** What the row refers to is gone (SQLSTATE 23503). */
export function isReferenceViolation(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '23503');
}

/** A parameter has a value that the function does not take, such as an unknown time zone (SQLSTATE 22023). */
export function isInvalidParameter(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '22023');
}

// SQLSTATE classes and codes (PostgreSQL manual, appendix A) that say "not now" rather than
// "not so": connection exceptions, insufficient resources, operator intervention, lock and
// serialization failures.
const passing = /^(?:08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25P03)$/;

const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// pg reports these as plain errors without a code.
const words =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|PGlite is closed|Cannot use a pool after calling end/i;

/** The database is away or overloaded: worth a 503 and another try, not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return [...errorChain(error)].some((one) => {
    const code = typeof one.code === 'string' ? one.code : '';
    // A file that is gone is nothing of the database; its socket is.
    const isFile = code === 'ENOENT' && one.syscall === 'open';
    return passing.test(code) || (network.has(code) && !isFile) || words.test(one.message);
  });
}

/** What the database or the network called it, for the log: 53100 is a full disk. */
export function failureCode(error: unknown): string {
  return [...errorChain(error)].map(errorCode).find((code) => code !== '') ?? '';
}
