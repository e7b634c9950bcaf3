import { EngineError } from '../errors.ts';
import type { ConvertOptions } from '../options.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import type { Pool } from './pool.ts';

/** Workers have nothing that draws. */
function isForPage(error: unknown): boolean {
  return error instanceof EngineError && error.feature === 'svg' && 'document' in globalThis;
}

/** Progress that only grows, over two tries. */
function growing(onProgress: (fraction: number) => void): (fraction: number) => void {
  let shown = 0;
  return (fraction) => {
    if (fraction <= shown) return;
    shown = fraction;
    onProgress(fraction);
  };
}

/**
 * A pool whose page draws what is a drawing: once a worker has found that it is one, so that nothing else waits for
 * that question.
 */
export function withDrawings(pool: Pool): Pool {
  const ask = async <T>(
    file: Blob,
    options: ConvertOptions,
    run: (picture: Blob) => Promise<T>,
  ): Promise<T> => {
    try {
      return await run(file);
    } catch (error) {
      if (!isForPage(error)) throw error;
      const { drawSvg } = await import('./draw-svg.ts');
      return run(await drawSvg(file, options));
    }
  };
  return {
    ...pool,
    async convert(input, options, job) {
      // The picture that is drawn has no name.
      const named = { name: (input as Partial<File> | null)?.name ?? '', ...options };
      const onProgress = job?.onProgress && growing(job.onProgress);
      const heard = { ...job, ...(onProgress && { onProgress }) };
      return ask(input, named, (picture) => pool.convert(picture, named, heard));
    },
    decode: <Options extends DecodeOptions>(
      ...[input, ...rest]: Parameters<typeof pool.decode<Options>>
    ): Promise<DecodedAs<Options>> =>
      ask(input, {}, (picture) => pool.decode<Options>(picture, ...rest)),
  };
}
