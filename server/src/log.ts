import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './logged-error.ts';

export type Log = Logger;

/**
 * JSON lines on stdout. What is logged is decided where it is logged: ids, counts, codes and
 * durations; never a mail address, a name, a token, a body or a client's address. The redaction is
 * the second lock on that door. Of errors, which carry such things along, only what `describeError`
 * leaves is written.
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
        // Without words of its own a line would get the message of its error.
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

/** Errors that a line has under other names than `err`. */
function describeErrors(facts: Record<string, unknown>): Record<string, unknown> {
  const described = Object.entries(facts)
    .filter(([name, value]) => name !== 'err' && value instanceof Error)
    .map(([name, value]) => [name, describeError(value)]);
  return described.length === 0 ? facts : { ...facts, ...Object.fromEntries(described) };
}

const ignore = () => {};

/**
 * Node's own stream, not pino's: when whoever reads the log goes away, pino's writes again and
 * again, and with it the whole server stands still. A log that nobody reads is dropped instead.
 */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return process.stdout;
}
