import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
/** What tests and measurements write lies here; the folder is not kept in the repository. */
export const cacheFolder = join(projectRoot, '.cache');
export const corpusFolder = join(projectRoot, '..', 'shared', 'corpus');
