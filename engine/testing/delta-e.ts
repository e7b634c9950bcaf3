/** CIEDE2000 (CIE 142-2001) between pictures of sRGB samples. */

function toLab(r: number, g: number, b: number): [number, number, number] {
  const linear = [r, g, b].map((value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  const [lr, lg, lb] = linear as [number, number, number];
  // IEC 61966-2-1, relative to D65.
  const x = (0.4124 * lr + 0.3576 * lg + 0.1805 * lb) / 0.9505;
  const y = 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
  const z = (0.0193 * lr + 0.1192 * lg + 0.9505 * lb) / 1.089;
  const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

const degrees = (angle: number) => (angle * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

function hue(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : (degrees(Math.atan2(b, a)) + 360) % 360;
}

function deltaE([l1, a1, b1]: number[], [l2, a2, b2]: number[]): number {
  const mean = (Math.hypot(a1!, b1!) + Math.hypot(a2!, b2!)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [a1! * (1 + g), a2! * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1!), Math.hypot(p2, b2!)];
  const [h1, h2] = [hue(p1, b1!), hue(p2, b2!)];
  let dh = h2 - h1;
  if (c1 * c2 === 0) dh = 0;
  else if (dh > 180) dh -= 360;
  else if (dh < -180) dh += 360;
  const dL = l2! - l1!;
  const dC = c2 - c1;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(dh) / 2);
  const meanL = (l1! + l2!) / 2;
  const meanC = (c1 + c2) / 2;
  let meanH = (h1 + h2) / 2;
  if (c1 * c2 === 0) meanH = h1 + h2;
  else if (Math.abs(h1 - h2) > 180) meanH += h1 + h2 < 360 ? 180 : -180;
  const t =
    1 -
    0.17 * Math.cos(radians(meanH - 30)) +
    0.24 * Math.cos(radians(2 * meanH)) +
    0.32 * Math.cos(radians(3 * meanH + 6)) -
    0.2 * Math.cos(radians(4 * meanH - 63));
  const sL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const sC = 1 + 0.045 * meanC;
  const sH = 1 + 0.015 * meanC * t;
  const rC = 2 * Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7));
  const rT = -rC * Math.sin(radians(60 * Math.exp(-(((meanH - 275) / 25) ** 2))));
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH));
}

/** The mean over all pixels of two pictures of interleaved RGB. */
export function averageDeltaE(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 3) {
    sum += deltaE(toLab(a[at]!, a[at + 1]!, a[at + 2]!), toLab(b[at]!, b[at + 1]!, b[at + 2]!));
  }
  return sum / (a.length / 3);
}
