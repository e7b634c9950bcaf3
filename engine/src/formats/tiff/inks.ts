import type { Place, Target } from './paint.ts';
import type { Samples } from './unpack.ts';

/**
 * Paints the light that the inks leave of the paper's white, with black in place of alpha.
 *
 * @param alphas Receives the whole picture's alpha, if there is alpha after the inks.
 */
export function paintInks(
  { data, width, count }: Samples,
  place: Place,
  target: Target,
  alphas: Uint8Array | undefined,
): void {
  const pixels = target.data;
  const by = data instanceof Uint16Array ? 257 : 1;
  for (let row = 0; row < place.height; row++) {
    let pixel = (place.y + row) * target.width + place.x;
    let from = row * width * count;
    for (const end = pixel + place.width; pixel < end; pixel++, from += count) {
      const to = pixel * 4;
      for (let ink = 0; ink < 4; ink++) pixels[to + ink] = 255 - data[from + ink]! / by;
      if (alphas) alphas[pixel] = data[from + 4]! / by;
    }
  }
}
