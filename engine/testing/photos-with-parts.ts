/** What phones put into a file beside the picture, each kind once, and movies of live photos. */
import { joinBytes } from '../src/bytes/join.ts';
import { withPrimary } from '../src/heif/file.ts';
import { withGainMap } from './gain-map-files.ts';
import { box } from './heif-writer.ts';
import { motionPhotos } from './motion-photos.ts';
import { makeLocatedMovie, makeMovie } from './movies.ts';
import {
  appleDepthJpeg,
  containerJpeg,
  dynamicDepthJpeg,
  portraitJpeg,
  stereoJpeg,
  vrJpeg,
} from './named-jpegs.ts';
import { spatialPhoto } from './named-pictures.ts';
import { fixture } from './pictures.ts';

/** Files by name, the extension theirs. */
export async function photosWithParts(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const movie = makeMovie();
  const photos = await Promise.all(Object.values(motionPhotos(movie)).map((make) => make()));
  const grid = await fixture('grid-rotated.heic');
  const map = withPrimary(await fixture('gain-map.heic'), 80);
  return {
    ...Object.fromEntries(photos.map((bytes, index) => [`motion-${index + 1}.jpg`, bytes])),
    'motion.heic': joinBytes([await fixture('grid.heic'), box('mpvd', movie)]),
    'motion-gain-map.jpg': joinBytes([await fixture('gain-map.jpg'), movie]),
    'tone-mapped.heic': withGainMap(grid, map, { kind: 'tone-mapped' }),
    'spatial.heic': await spatialPhoto(),
    'portrait.jpg': await portraitJpeg(),
    'vr.jpg': await vrJpeg(),
    'depth-behind.jpg': await containerJpeg(),
    'dynamic-depth.jpg': await dynamicDepthJpeg(),
    'two-eyes.jpg': await stereoJpeg(),
    'listed-depth.jpg': await appleDepthJpeg(),
    'live.mov': makeMovie({ brand: 'qt  ', codec: 'hvc1', contentIdentifier: 'A-1' }),
    'located.mov': makeLocatedMovie(),
  };
}
