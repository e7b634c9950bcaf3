import { errorChain, errorCode } from './error-code.ts';

interface LoggedError {
  name: string;
  message: string;
  code?: string;
  stack?: string;
}

/** As in the log's redaction. */
const removed = '[removed]';

/** SQLSTATE class 22 (PostgreSQL manual, appendix A): data exceptions, whose message quotes the value. */
const dataException = /^22[0-9A-Z]{3}$/;

const mailAddress = /[^\s@<>"'(),:;=]+@[^\s@<>"'(),:;=]+\.[^\s@<>"'(),:;=]+/g;

/**
 * The part of an error that may be logged: the first cause's message and code, and where it was
 * thrown, but no properties or values. Drizzle puts the parameters of a failed query (people's
 * data) into its message and so into the stack; drivers put rows into `detail`.
 */
export function describeError(thrown: unknown): LoggedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: removed };
  const chain = [...errorChain(thrown)];
  const root = chain.at(-1) ?? thrown;
  const code = chain.map(errorCode).findLast((one) => one !== '');
  const [firstLine = ''] = root.message.split('\n');
  const message = dataException.test(code ?? '') ? removed : firstLine;
  return {
    name: root.name,
    message: message.replaceAll(mailAddress, removed),
    ...(code === undefined ? {} : { code }),
    stack: framesOf(thrown),
  };
}

/** The stack without the message, whose lines could look like frames. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
