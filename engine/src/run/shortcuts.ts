import type { Pool } from './pool.ts';

/** The calls of a pool that are also available without creating one. */
export type Shortcuts<Input> = Pick<
  Pool<Input>,
  'convert' | 'inspect' | 'thumbnail' | 'decode' | 'encodeJpeg' | 'metadata'
>;

/**
 * Calls on one shared pool, created at the first call. They never throw synchronously; they reject.
 */
export function shortcutsTo<Input>(createPool: () => Pool<Input>): Shortcuts<Input> {
  let made: Pool<Input> | undefined;
  const pool = (): Pool<Input> => (made ??= createPool());
  return {
    convert: async (...asked) => pool().convert(...asked),
    inspect: async (...asked) => pool().inspect(...asked),
    thumbnail: async (...asked) => pool().thumbnail(...asked),
    decode: async (input, options, job) => pool().decode(input, options, job),
    encodeJpeg: async (...asked) => pool().encodeJpeg(...asked),
    metadata: {
      read: async (...asked) => pool().metadata.read(...asked),
      strip: async (...asked) => pool().metadata.strip(...asked),
      copy: async (...asked) => pool().metadata.copy(...asked),
    },
  };
}
