/** An upright 8-bit picture without transparency: three bytes a pixel. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** Parses a binary PPM or PGM of 8 bits (the form every native tool can write). */
export function readPnm(bytes: Uint8Array): Picture {
  const fields: string[] = [];
  let at = 0;
  while (fields.length < 4) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('the PNM header ends early');
    if (byte === 0x23) while (bytes[at] !== 0x0a && at < bytes.length) at++;
    else if (byte > 0x20) {
      const start = at - 1;
      while ((bytes[at] ?? 0) > 0x20) at++;
      fields.push(String.fromCharCode(...bytes.subarray(start, at)));
      if (fields.length === 4) at++;
    }
  }
  const [magic, width, height, max] = [fields[0], ...fields.slice(1).map(Number)];
  if (!width || !height || max !== 255) throw new Error('not an 8-bit PNM');
  const samples = bytes.subarray(at);
  if (magic === 'P6') return { width, height, rgb: samples.subarray(0, width * height * 3) };
  if (magic !== 'P5') throw new Error(`PNM of kind ${magic}`);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.fill(samples[i] ?? 0, i * 3, i * 3 + 3);
  return { width, height, rgb };
}

/** The picture as a binary PPM, in two parts so that large ones need no second copy. */
export function pnmParts(picture: Picture): Uint8Array[] {
  const header = `P6\n${picture.width} ${picture.height}\n255\n`;
  return [new TextEncoder().encode(header), picture.rgb];
}

/** RGBA samples laid over white, as every JPEG of a transparent picture shows it by default. */
export function overWhite(width: number, height: number, rgba: Uint8Array): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const alpha = rgba[i * 4 + 3] ?? 255;
    for (let c = 0; c < 3; c++) {
      const value = rgba[i * 4 + c] ?? 0;
      rgb[i * 3 + c] = Math.round((value * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return { width, height, rgb };
}

/** Maps each target pixel to a source pixel: the building block of turns, mirrors and crops. */
function remap(
  source: Picture,
  width: number,
  height: number,
  from: (x: number, y: number) => number,
): Picture {
  const rgb = new Uint8Array(width * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = from(x, y) * 3;
      rgb[at++] = source.rgb[index] ?? 0;
      rgb[at++] = source.rgb[index + 1] ?? 0;
      rgb[at++] = source.rgb[index + 2] ?? 0;
    }
  }
  return { width, height, rgb };
}

/** Turns counterclockwise by `quarters` of a turn (ISO/IEC 23008-12, 6.5.10). */
export function turned(source: Picture, quarters: number): Picture {
  const { width: w, height: h } = source;
  if (quarters === 1) return remap(source, h, w, (x, y) => x * w + (w - 1 - y));
  if (quarters === 2) return remap(source, w, h, (x, y) => (h - 1 - y) * w + (w - 1 - x));
  if (quarters === 3) return remap(source, h, w, (x, y) => (h - 1 - x) * w + y);
  return source;
}

/** Exchanges left and right, or top and bottom. */
export function mirrored(source: Picture, sides: 'left-right' | 'top-bottom'): Picture {
  const { width: w, height: h } = source;
  return sides === 'left-right'
    ? remap(source, w, h, (x, y) => y * w + (w - 1 - x))
    : remap(source, w, h, (x, y) => (h - 1 - y) * w + x);
}

export function cropped(source: Picture, x0: number, y0: number, w: number, h: number): Picture {
  if (x0 === 0 && y0 === 0 && w === source.width && h === source.height) return source;
  return remap(source, w, h, (x, y) => (y + y0) * source.width + x + x0);
}

/** Undoes an Exif orientation (1 to 8): the result is upright. */
export function uprighted(source: Picture, orientation: number): Picture {
  if (orientation === 2) return mirrored(source, 'left-right');
  if (orientation === 3) return turned(source, 2);
  if (orientation === 4) return mirrored(source, 'top-bottom');
  if (orientation === 5) return mirrored(turned(source, 3), 'left-right');
  if (orientation === 6) return turned(source, 3);
  if (orientation === 7) return mirrored(turned(source, 1), 'left-right');
  if (orientation === 8) return turned(source, 1);
  return source;
}

/** Copies `part` into `target` with its top left corner at (x, y), cutting what stands out. */
export function paste(target: Picture, part: Picture, x: number, y: number): void {
  const left = Math.max(0, x);
  const right = Math.min(target.width, x + part.width);
  for (let row = Math.max(0, y); row < Math.min(target.height, y + part.height); row++) {
    const from = ((row - y) * part.width + left - x) * 3;
    if (right <= left) return;
    const bytes = part.rgb.subarray(from, from + (right - left) * 3);
    target.rgb.set(bytes, (row * target.width + left) * 3);
  }
}
