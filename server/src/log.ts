import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './logged-error.ts';

export type Log = Logger;

/**
 * Logs JSON lines to stdout. Callers must log only ids, counts, codes and durations; never a mail
 * address, name, token, body or client address. Redaction is only a second safeguard. Of errors,
 * which carry such data, only the result of `describeError` is logged.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { log: describeErrors },
    hooks: {
      logMethod([first, ...rest], log) {
        const facts: unknown = first instanceof Error ? { err: first } : first;
        // A line without a message would get that of its error.
        const isWordless = rest[0] === undefined && isObject(facts) && 'err' in facts;
        const words = isWordless ? [describeError(facts['err']).message] : rest;
        log.apply(this, [facts as string, ...words]);
      },
    },
    redact: {
      paths: [
        'email',
        'password',
        'token',
        'authorization',
        'headers',
        '*.email',
        '*.password',
        '*.token',
      ],
      censor: '[removed]',
    },
  };
  return pino(options, destination ?? standardOutput());
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Describes errors stored under other names than `err`. */
function describeErrors(facts: Record<string, unknown>): Record<string, unknown> {
  const described = Object.entries(facts)
    .filter(([name, value]) => name !== 'err' && value instanceof Error)
    .map(([name, value]) => [name, describeError(value)]);
  return described.length === 0 ? facts : { ...facts, ...Object.fromEntries(described) };
}

const ignore = () => {};

/**
 * Uses Node's stream instead of pino's. When the log's reader disappears, pino's retries endlessly
 * and blocks the whole server. This one drops the log.
 */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return process.stdout;
}
