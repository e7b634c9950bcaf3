import type { Inspection, Movie } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { defaultOptions } from '../../tools.ts';
import type { ConversionEvent } from '../events.ts';
import { createLiveMovies, isMovie } from './live-movies.ts';
import { createConversionStore } from '../store.ts';

const movie = (name: string) => new File([name], name, { type: 'video/quicktime' });

/** Uses the content of movie files as their identifiers, so that names do not matter. */
function setUp(identifiers: Record<string, string>) {
  const store = createConversionStore(defaultOptions('convert'));
  const events: ConversionEvent[] = [];
  store.listen((event) => events.push(event));
  const movies = createLiveMovies(
    store,
    async ({ name }) => ({ contentIdentifier: identifiers[name] ?? null }) as Movie,
    async () => {},
  );
  function addPhoto(id: string, contentIdentifier: string | null) {
    store.change({ type: 'add', files: [{ id, file: new File(['x'], `${id}.heic`) }] });
    const header = { width: 4, height: 3, contentIdentifier } as Inspection;
    store.change({ type: 'inspected', id, header });
    movies.join();
  }
  const movieOf = (id: string) => store.findPhoto(id)?.movie?.name ?? null;
  return { store, movies, addPhoto, movieOf, events };
}

test('joins by the identifier, whatever the names are', async () => {
  const { movies, addPhoto, movieOf, events } = setUp({ 'b.mov': 'A', 'a.mov': 'B' });
  addPhoto('a', 'A');
  addPhoto('b', 'B');
  await movies.add([movie('a.mov'), movie('b.mov')]);
  expect([movieOf('a'), movieOf('b')]).toEqual(['b.mov', 'a.mov']);
  expect(events).toEqual([]);
});

test('joins nothing by name alone, and says which movies are alone', async () => {
  const { movies, addPhoto, movieOf, events } = setUp({ 'b.mov': 'other' });
  addPhoto('a', null);
  addPhoto('b', 'B');
  await movies.add([movie('a.mov'), movie('b.mov')]);
  expect([movieOf('a'), movieOf('b')]).toEqual([null, null]);
  expect(events).toEqual([{ kind: 'movies-alone', names: ['a.mov', 'b.mov'] }]);
});

test('keeps a movie for a photo that comes later', async () => {
  const { movies, addPhoto, movieOf } = setUp({ 'a.mov': 'A' });
  await movies.add([movie('a.mov')]);
  addPhoto('later', 'A');
  expect(movieOf('later')).toBe('a.mov');
});

test.each([
  ['IMG_1.MOV', '', true],
  ['clip', 'video/mp4', true],
  ['IMG_1.heic', 'image/heic', false],
])('takes %s (%s) for a movie: %s', (name, type, expected) => {
  expect(isMovie({ name, type })).toBe(expected);
});
