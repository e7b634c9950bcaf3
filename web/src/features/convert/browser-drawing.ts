/** Time limit for the browser's answer, in milliseconds. */
const longest = 300;

let heic: Promise<boolean> | null = null;

/**
 * Whether the browser may be able to draw a file itself. Most cannot draw a HEIC, and say so faster
 * than they fail. A browser that cannot tell has to try.
 */
export function mayBrowserDraw(file: Blob): Promise<boolean> {
  const isHeic = file instanceof File && /\.(heic|heif|hif)$/i.test(file.name);
  if (!isHeic) return Promise.resolve(true);
  heic ??= askForHeic();
  return heic;
}

async function askForHeic(): Promise<boolean> {
  if (!('ImageDecoder' in globalThis)) return true;
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), longest));
  return Promise.race([ImageDecoder.isTypeSupported('image/heic').catch(() => true), late]);
}
