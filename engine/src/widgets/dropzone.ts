import { transformFile, type TransformOptions } from './transform-file.ts';

export type { TransformOptions };

/** A file in Dropzone's list, as far as it is needed here. */
export interface DropzoneFile extends Blob {
  /** What the server is told. */
  upload?: { filename: string; total?: number };
}

type DropzoneTransform<Result = Promise<void>> = (
  file: DropzoneFile,
  done: (file: Blob) => void,
) => Result;

/**
 * Dropzone's option `transformFile`: `new Dropzone(form, { transformFile: stillpixForDropzone() })`. The
 * file that is sent has the name that goes with it. Dropzone draws its thumbnails from the files as they were
 * added, and few browsers show HEIC: `createImageThumbnails: false` goes with it, or small pictures of your own
 * from `thumbnail`.
 */
export function stillpixForDropzone(options: TransformOptions = {}): DropzoneTransform<void> {
  const convertFor: DropzoneTransform = async (file, done) => {
    const made = await transformFile(file, options);
    if (made !== file && file.upload) {
      file.upload.filename = (made as File).name;
      file.upload.total = made.size;
    }
    done(made);
  };
  return (file, done) => void convertFor(file, done);
}
