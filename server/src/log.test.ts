import { DrizzleQueryError } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createLog, type Log } from './log.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
beforeEach(() => void lines.splice(0));

/** As drizzle throws it, with what the driver said as its cause. */
function failedQuery(message: string, properties: object = {}) {
  const cause = Object.assign(new Error(message), properties);
  const query = 'insert into "mails" ("kind", "recipient") values ($1, $2)';
  return new DrizzleQueryError(query, ['pro-welcome', 'ana@example.com'], cause);
}

const ways: [string, (error: Error) => void][] = [
  ['as err', (error) => log.warn({ err: error }, 'failed')],
  ['as err without words', (error) => log.warn({ err: error })],
  ['by another name', (error) => log.warn({ failure: error }, 'failed')],
  ['by itself', (error) => log.warn(error)],
  ['by itself with words', (error) => log.warn(error, 'failed')],
  ['by a child', (error) => log.child({ err: error }).warn('failed')],
  ['by its cause', (error) => log.warn({ err: new Error('sync', { cause: error }) }, 'failed')],
];

test.each(ways)('a failed query that is logged %s has no values', (_way, write) => {
  write(
    failedQuery('duplicate key value violates unique constraint "mails_key"', {
      code: '23505',
      detail: 'Key (recipient)=(ana@example.com) already exists.',
    }),
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/ana@example|pro-welcome/);
  expect(lines[0]).toContain('violates unique constraint');
  expect(lines[0]).toContain('23505');
  expect(lines[0]).toContain('log.test.ts');
});

test('a value that the database quotes in its refusal is not logged', () => {
  // SQLSTATE class 22: the value itself was wrong.
  log.warn({ err: failedQuery('time zone "Ana/Lopez" not recognized', { code: '22023' }) }, 'no');
  expect(lines[0]).not.toContain('Ana');
  expect(lines[0]).toContain('22023');
});

test('an address in the words of another service is not logged', () => {
  log.warn({ err: new Error('Invalid email address: ana.l+x@mail.example.com') }, 'failed');
  expect(lines[0]).toContain('Invalid email address: [removed]');
  expect(lines[0]).not.toContain('ana');
});

test('a value of many lines is not taken for the stack', () => {
  log.warn({ err: new DrizzleQueryError('select $1', ['x\n    at Ana Lopez']) }, 'failed');
  expect(lines[0]).not.toContain('Ana');
  expect(lines[0]).toContain('log.test.ts');
});

test('whatever else was thrown is named by its type', () => {
  for (const thrown of ['ana@example.com', { email: 'ana@example.com' }, null]) {
    log.warn({ err: thrown } satisfies Parameters<Log['warn']>[0], 'failed');
  }
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('ana');
});
