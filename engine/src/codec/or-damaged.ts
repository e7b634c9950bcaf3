import { EngineError } from '../errors.ts';

/** Damaged data may also look like data in a coding that is not supported. */
const damageCodes: readonly string[] = ['corrupt-file', 'unsupported-feature'];

/** What `read` gives, or `null` where damage prevents that. */
export async function orDamaged<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EngineError && damageCodes.includes(error.code)) return null;
    throw error;
  }
}
