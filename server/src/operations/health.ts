import type { AnswerOf } from '@stillpix/contract';
import type { Services } from '../services.ts';
import { version } from '../version.ts';

/** How long the database may take to answer before it counts as away. */
const patience = 2000;

export async function readHealth({ database }: Services): Promise<AnswerOf<'health'>> {
  const ready = await Promise.race([
    database.ping().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, patience, false).unref()),
  ]);
  return {
    status: ready ? 'ok' : 'unavailable',
    version,
    database: { kind: database.kind, state: ready ? 'ready' : 'unavailable' },
  };
}
