import type { Planes } from '../planes/planes.ts';

/** Whether a video decoder of this browser can be trusted. */
export type Trust = 'trusted' | 'distrusted';

/** By codec string. */
export type KnownTrust = Readonly<Record<string, Trust>>;

const known = new Map<string, Trust>();

export function trustIn(codec: string): Trust | null {
  return known.get(codec) ?? null;
}

/** Called when this thread learns something. The pool tells its other workers and the caller. */
let announce: (codec: string, value: Trust) => void = () => {};

export function onTrust(listener: typeof announce): void {
  announce = listener;
}

/** Records a result. `distrusted` is final. */
export function setTrust(codec: string, value: Trust): void {
  const before = known.get(codec);
  if (before === value || before === 'distrusted') return;
  known.set(codec, value);
  announce(codec, value);
}

/** Adopts what another worker or an earlier visit has learned. */
export function learnTrust(told: KnownTrust): void {
  for (const [codec, value] of Object.entries(told)) {
    if (known.get(codec) !== 'distrusted') known.set(codec, value);
  }
}

/** Whether two decoders gave the same picture. Decoding is exact, so any difference is an error. */
export function samePlanes(a: Planes, b: Planes): boolean {
  if (a.width !== b.width || a.height !== b.height || a.chroma !== b.chroma) return false;
  if (a.bitDepth !== b.bitDepth || a.planes.length !== b.planes.length) return false;
  return a.planes.every((plane, i) => {
    const [x, y] = i === 0 || a.chroma === '4:4:4' ? [1, 1] : [2, a.chroma === '4:2:0' ? 2 : 1];
    const width = Math.ceil(a.width / x);
    const other = b.planes[i]!;
    for (let row = 0; row < Math.ceil(a.height / y); row++) {
      const [atA, atB] = [row * a.strides[i]!, row * b.strides[i]!];
      for (let column = 0; column < width; column++) {
        if (plane[atA + column] !== other[atB + column]) return false;
      }
    }
    return true;
  });
}
