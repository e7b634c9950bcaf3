import type { Inspection, Movie } from '@stillpix/engine';
import type { ConversionStore } from '../store.ts';

/** Reads a movie's header; null for a file that is no movie or cannot be read. */
export type ReadMovie = (file: File, signal: AbortSignal) => Promise<Movie | null>;

/** Movies come with photos but do not count against any limit. */
export function isMovie({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /\.(mov|mp4)$/i.test(name) || /^video\/(quicktime|mp4)$/.test(type);
}

/**
 * Joins the two files of live photos by the identifier that the camera wrote into both, never by
 * name. A movie whose photo is not there yet waits for it. A photo has one movie.
 */
export function createLiveMovies(
  { read, change, tell }: Pick<ConversionStore, 'read' | 'change' | 'tell'>,
  readMovie: ReadMovie,
  whenHeadersRead: () => Promise<void>,
) {
  let controller = new AbortController();
  /** By identifier. */
  const known = new Map<string, File>();

  function join(): void {
    for (const { id, header, movie } of read().photos) {
      const found = movie === null ? findFor(header) : undefined;
      if (found) change({ type: 'movie-found', id, movie: found });
    }
  }

  function findFor(header: Inspection | null): File | undefined {
    const identifier = header?.contentIdentifier ?? null;
    return identifier === null ? undefined : known.get(identifier);
  }

  return {
    /** Settles once it is clear which photo each movie belongs to, if any. */
    async add(movies: readonly File[]): Promise<void> {
      if (controller.signal.aborted) controller = new AbortController();
      const { signal } = controller;
      for (const file of movies) {
        const identifier = (await readMovie(file, signal))?.contentIdentifier ?? null;
        if (signal.aborted) return;
        if (identifier !== null) known.set(identifier, file);
      }
      await whenHeadersRead();
      if (signal.aborted) return;
      join();
      const used = new Set(read().photos.map(({ movie }) => movie));
      const alone = movies.filter((file) => !used.has(file)).map(({ name }) => name);
      // It may belong to a waiting photo, whose header is read only when it moves into the list.
      if (read().waiting.length > 0) return;
      if (alone.length > 0) tell({ kind: 'movies-alone', names: alone });
    },
    join,
    dispose() {
      controller.abort();
      known.clear();
    },
  };
}
