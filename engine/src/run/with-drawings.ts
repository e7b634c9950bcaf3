import type { EngineError } from '../errors.ts';
import type { ConvertOptions } from '../options.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import type { Pool } from './pool.ts';

/** Runs once more, with what the page has drawn, where a worker has found a drawing: workers have nothing that draws. */
async function drawn<T>(
  file: Blob,
  options: ConvertOptions,
  run: (picture: Blob) => Promise<T>,
): Promise<T> {
  try {
    return await run(file);
  } catch (error) {
    if ((error as EngineError).feature !== 'svg' || !('document' in globalThis)) throw error;
    const { drawSvg } = await import('./draw-svg.ts');
    return run(await drawSvg(file, options));
  }
}

/**
 * A pool whose page draws what is a drawing: once a worker has found that it is one, so that nothing else waits for
 * that question.
 */
export function withDrawings(pool: Pool): Pool {
  return {
    ...pool,
    convert: (input, options, ...job) =>
      drawn(input, options ?? {}, (picture) => pool.convert(picture, options, ...job)),
    decode: <Options extends DecodeOptions>(
      ...[input, ...rest]: Parameters<typeof pool.decode<Options>>
    ): Promise<DecodedAs<Options>> =>
      drawn(input, {}, (picture) => pool.decode<Options>(picture, ...rest)),
  };
}
