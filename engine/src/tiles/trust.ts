import type { Planes } from '../planes/planes.ts';

/** What is known of this browser's video decoders, by codec string. */
export type Verdict = 'trusted' | 'distrusted';

const verdicts = new Map<string, Verdict>();

export function verdictOn(codec: string): Verdict | null {
  return verdicts.get(codec) ?? null;
}

/** Called with what this thread finds out; the pool tells its other workers and the caller. */
let announce: (codec: string, verdict: Verdict) => void = () => {};

export function onVerdict(listener: typeof announce): void {
  announce = listener;
}

/** Keeps a finding. `distrusted` is final. */
export function setVerdict(codec: string, verdict: Verdict): void {
  const known = verdicts.get(codec);
  if (known === verdict || known === 'distrusted') return;
  verdicts.set(codec, verdict);
  announce(codec, verdict);
}

/** Takes over what another worker or an earlier visit found out. */
export function learnVerdicts(known: Readonly<Record<string, Verdict>>): void {
  for (const [codec, verdict] of Object.entries(known)) {
    if (verdicts.get(codec) !== 'distrusted') verdicts.set(codec, verdict);
  }
}

/** Says whether two decoders gave the same picture. Decoding is exact, so any difference is a fault. */
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
