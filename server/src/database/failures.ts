import { errorChain, errorCode } from '../error-code.ts';

/** A unique constraint refused the row (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '23505');
}

/** A foreign key constraint refused the row, because what it refers to is gone (SQLSTATE 23503). */
export function isReferenceViolation(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '23503');
}

/** A parameter has an invalid value, such as an unknown time zone (SQLSTATE 22023). */
export function isInvalidParameter(error: unknown): boolean {
  return [...errorChain(error)].some((one) => one.code === '22023');
}

// SQLSTATE classes and codes (PostgreSQL manual, appendix A) of temporary failures: connection
// exceptions, insufficient resources, operator intervention, lock and serialization failures.
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

/** The database is unavailable or overloaded: worth a 503 and another try, not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return [...errorChain(error)].some((one) => {
    const code = typeof one.code === 'string' ? one.code : '';
    // A missing file has nothing to do with the database, but a missing socket does.
    const isFile = code === 'ENOENT' && one.syscall === 'open';
    return passing.test(code) || (network.has(code) && !isFile) || words.test(one.message);
  });
}

/** The database's or network's code of the failure, for the log. 53100 is a full disk. */
export function failureCode(error: unknown): string {
  return [...errorChain(error)].map(errorCode).find((code) => code !== '') ?? '';
}
