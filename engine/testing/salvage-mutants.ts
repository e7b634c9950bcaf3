import { salvagePipeline } from '../src/convert/pipeline.ts';
import { EngineError } from '../src/errors.ts';
import { mutate } from './mutate.ts';

/**
 * Salvages 240 damaged versions of files, in turn, and returns how that ended: notes and error codes.
 * Throws where one ends in any other way.
 */
export async function salvageMutants(
  ...files: readonly Uint8Array<ArrayBuffer>[]
): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let seed = 0; seed < 240; seed++) {
    const mutant = mutate(files[seed % files.length]!, seed) as Uint8Array<ArrayBuffer>;
    try {
      const { notes } = await salvagePipeline(new Blob([mutant]), '', { format: 'png' });
      for (const note of notes) seen.add(note);
    } catch (error) {
      if (!(error instanceof EngineError)) throw new Error(`seed ${seed}`, { cause: error });
      seen.add(error.code);
    }
  }
  return seen;
}
