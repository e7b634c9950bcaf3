import { listAddresses } from './pages.ts';

/** Every path that the build writes out as a file. */
export function listPrerenderPaths(): string[] {
  return listAddresses().map((address) => address.path);
}
