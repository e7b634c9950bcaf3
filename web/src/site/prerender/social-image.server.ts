import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import type { Language } from '../pages/language.ts';
import { brand } from '@stillpix/contract/brand';
import { landscapeSvg } from '../parts/landscape.ts';

interface SocialImage {
  title: string;
  language: Language;
  /** The landscape is drawn from this. */
  word: string;
}

const size = { width: 1200, height: 630 };
// Images are cached by their text, so that a second build need not draw them.
const cache = '.cache/social-images';
/** Increment this when the drawing below changes. */
const version = '3';

const promises: Record<Language, string> = {
  en: 'Nothing is uploaded',
  es: 'No se sube nada',
  pt: 'Nada é enviado',
  de: 'Nichts wird hochgeladen',
};

const require = createRequire(import.meta.url);
const fontFiles = {
  500: require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff'),
  700: require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-700-normal.woff'),
};

async function loadFont(weight: 500 | 700) {
  const data = await readFile(fontFiles[weight]);
  return { name: 'Instrument Sans', weight, style: 'normal' as const, data };
}

const fonts = Promise.all([loadFont(500), loadFont(700)]);

function box(style: Record<string, string | number>, ...children: unknown[]) {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

function picture(word: string) {
  const src = `data:image/svg+xml;base64,${Buffer.from(landscapeSvg(word)).toString('base64')}`;
  return { type: 'img', props: { src, width: 336, height: 224 } };
}

function perforations() {
  return box(
    { flexDirection: 'column', justifyContent: 'space-between', height: 630, padding: '10px 0' },
    ...Array.from({ length: 14 }, () =>
      box({ width: 14, height: 22, borderRadius: 4, background: '#f4f4f1' }),
    ),
  );
}

function draw({ title, language, word }: SocialImage) {
  const length = title.length;
  const fontSize = length > 60 ? 58 : length > 36 ? 70 : 88;
  return box(
    {
      width: 1200,
      height: 630,
      background: '#f4f4f1',
      color: '#161512',
      fontFamily: 'Instrument Sans',
    },
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: 760,
        padding: '56px 40px 56px 64px',
      },
      box(
        { alignItems: 'center', fontSize: 34, fontWeight: 700 },
        box({ width: 26, height: 26, borderRadius: 13, background: '#d3290a', marginRight: 16 }),
        brand.name,
      ),
      box({ fontSize, fontWeight: 700, lineHeight: 1.02, letterSpacing: '-0.035em' }, title),
      box({ fontSize: 28, fontWeight: 500, color: '#56544d' }, promises[language]),
    ),
    box(
      {
        width: 440,
        height: 630,
        background: '#0d0c0b',
        alignItems: 'center',
        justifyContent: 'space-between',
        padding: '0 14px',
      },
      perforations(),
      box(
        { flexDirection: 'column', justifyContent: 'center' },
        ...['0', '', '1'].map((suffix) =>
          box({ marginTop: 8, marginBottom: 8 }, picture(word + suffix)),
        ),
      ),
      perforations(),
    ),
  );
}

export async function drawSocialImage(image: SocialImage): Promise<Uint8Array<ArrayBuffer>> {
  const name = createHash('sha256')
    .update(JSON.stringify([version, image]))
    .digest('hex')
    .slice(0, 24);
  const file = `${cache}/${name}.png`;
  const kept = await readFile(file).catch(() => null);
  if (kept) return new Uint8Array(kept);
  // Satori takes React's element shape without React.
  const svg = await satori(draw(image) as Parameters<typeof satori>[0], {
    ...size,
    fonts: await fonts,
  });
  // Satori has converted all text to outlines. The image is rendered on another thread, in parallel
  // to pages.
  const drawing = await renderAsync(svg, { font: { loadSystemFonts: false } });
  const bytes = new Uint8Array(drawing.asPng());
  await mkdir(cache, { recursive: true });
  await writeFile(file, bytes);
  return bytes;
}
