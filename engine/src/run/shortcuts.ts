import type { Pool } from './pool.ts';

/** What of a pool is also to be had without making one. */
export type Shortcuts<Input> = Pick<
  Pool<Input>,
  'convert' | 'inspect' | 'thumbnail' | 'decode' | 'encodeJpeg' | 'metadata'
>;

/** Calls on one pool, which is made when the first of them comes. They never throw, but reject. */
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
