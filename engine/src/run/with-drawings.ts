import type { EngineError } from '../errors.ts';
import type { ConvertOptions } from '../options.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import type { Pool } from './pool.ts';

/**
 * If a worker reports that the file is a drawing, runs the job again with the pixels that the page
 * drew. Workers cannot render SVG.
 */
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
 * Adds SVG to a pool: the page renders it. A worker first has to find that a file is SVG, so that
 * other files do not wait for this check.
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
