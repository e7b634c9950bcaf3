// What the parts for other widgets share: photos that few programs open become files that all open.
import { outputExtensions } from '../extensions.ts';
import { convert, sniff, sniffLength } from '../index.ts';
import type { InputFormat, JobOptions } from '../options.ts';
import type { NamedConvertOptions } from '../run/pool.ts';

/** How a widget's files are converted. All fields are optional. */
export interface TransformOptions extends NamedConvertOptions {
  /** Which formats are converted, by what the files hold. Others pass as they are. Default: `heic` alone. */
  convertFormats?: readonly InputFormat[];
  /** Hears why a file could not be converted, which then goes on as it is. */
  onError?: (error: unknown, file: Blob) => void;
}

/**
 * The file as the options ask for it, under a name with the right extension; the file itself where it holds
 * another format or cannot be converted. Rejects only with `canceled`, when the job's signal is aborted.
 */
export async function transformFile(
  file: Blob,
  { convertFormats = ['heic'], onError, ...options }: TransformOptions = {},
  job: JobOptions = {},
): Promise<Blob> {
  try {
    const format = sniff(new Uint8Array(await file.slice(0, sniffLength).arrayBuffer()));
    if (format === null || !convertFormats.includes(format)) return file;
    const { blob, format: made } = await convert(file, options, job);
    const { name = 'photo', lastModified } = file as Partial<File>;
    return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${outputExtensions[made]}`, {
      type: blob.type,
      ...(lastModified !== undefined && { lastModified }),
    });
  } catch (error) {
    if (job.signal?.aborted) throw error;
    onError?.(error, file);
    return file;
  }
}
