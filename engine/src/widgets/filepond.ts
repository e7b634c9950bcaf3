import { transformFile, type TransformOptions } from './transform-file.ts';

export type { TransformOptions };

/** What FilePond hands to a plugin, as far as it is needed here. */
export interface FilePondPluginHost {
  addFilter: (name: 'LOAD_FILE', filter: (file: Blob) => Promise<Blob>) => void;
}

/**
 * A plugin for FilePond: `registerPlugin(stillpixForFilePond({ quality: 85 }))`. Files are converted when
 * they are added, so that previews show them, too.
 */
export function stillpixForFilePond(
  options: TransformOptions = {},
): (host: FilePondPluginHost) => { options: Record<string, never> } {
  return ({ addFilter }) => {
    addFilter('LOAD_FILE', (file) => transformFile(file, options));
    return { options: {} };
  };
}
