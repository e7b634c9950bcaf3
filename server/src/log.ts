import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout. What is logged is decided where it is logged: ids, counts, codes and
 * durations; never a mail address, a name, a token, a body or a client's address. The redaction is
 * the second lock on that door.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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

const ignore = () => {};

/**
 * Node's own stream, not pino's: when whoever reads the log goes away, pino's writes again and
 * again, and with it the whole server stands still. A log that nobody reads is dropped instead.
 */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return process.stdout;
}
