import type { AnswerOf } from '@stillpix/contract';
import { failureCode } from '../database/failures.ts';
import { diskFull } from '../database/ping.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';

/** Milliseconds after which the database counts as unavailable. */
const patience = 2000;

export async function readHealth({ database }: Services): Promise<AnswerOf<'health'>> {
  const state = await Promise.race([
    database.ping().then(
      () => 'ready' as const,
      (error: unknown) => (failureCode(error) === diskFull ? 'full' : 'unavailable'),
    ),
    new Promise<'unavailable'>((resolve) =>
      setTimeout(resolve, patience, 'unavailable' as const).unref(),
    ),
  ]);
  return {
    status: state === 'ready' ? 'ok' : 'unavailable',
    version,
    database: { kind: database.kind, state },
  };
}
