import { brand } from '@stillpix/contract/brand';
import { sharePath } from '@stillpix/contract/paths';
import { inputExtensions } from '@stillpix/engine/facts';
import type { LoaderFunctionArgs } from 'react-router';
import { frameMessages } from '../i18n/frame-messages.ts';
import { languageOfPath } from '../site/pages/language.ts';
import { pathOf, type PageId } from '../site/pages/pages.ts';
import { textFile } from '../site/prerender/xml.server.ts';

const dotted = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`);

/** HEIC's extensions that have a MIME type of their own. */
const heif = ['heif', 'hif'];

/** Files that the installed site opens on a double click, by MIME type. */
const openedFiles = {
  'image/heic': dotted(inputExtensions.heic.filter((extension) => !heif.includes(extension))),
  'image/heif': dotted(heif),
  'image/webp': dotted(inputExtensions.webp),
  'image/png': dotted(inputExtensions.png),
  'image/jpeg': dotted(inputExtensions.jpeg),
  'image/avif': dotted(inputExtensions.avif),
  'image/jxl': dotted(inputExtensions.jxl),
  'image/gif': dotted(inputExtensions.gif),
  'image/bmp': dotted(inputExtensions.bmp),
  'image/tiff': dotted(inputExtensions.tiff),
  'image/x-dcraw': dotted(inputExtensions.raw),
  'image/x-icon': dotted(inputExtensions.ico),
  'image/svg+xml': dotted(inputExtensions.svg),
  // A live photo's movie, together with its photo.
  'video/quicktime': ['.mov'],
  'video/mp4': ['.mp4'],
  'application/zip': ['.zip'],
};

const shortcuts: readonly PageId[] = ['heic-to-jpg', 'jpg-compress', 'image-resize-crop', 'tools'];

/** Screenshots of the product in this language, made by `npm run pictures`. */
const screens = [
  { name: 'wide', sizes: '1280x720', form_factor: 'wide' },
  { name: 'narrow', sizes: '780x1688', form_factor: 'narrow' },
] as const;

/** One application in four languages: the same `id`, with different texts and addresses. */
export function loader({ url }: LoaderFunctionArgs) {
  const language = languageOfPath(url.pathname);
  const { pages, app } = frameMessages[language];
  const home = pathOf('home', language);
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: app.description,
    lang: language,
    dir: 'ltr',
    categories: ['photo', 'utilities', 'productivity'],
    start_url: home,
    scope: '/',
    display: 'standalone',
    background_color: '#f4f4f1',
    theme_color: '#f4f4f1',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: screens.map(({ name, ...screen }) => ({
      src: `/app/${language}-${name}.webp`,
      type: 'image/webp',
      label: app.screens[name],
      ...screen,
    })),
    shortcuts: shortcuts.map((id) => ({
      name: pages[id],
      url: pathOf(id, language),
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    file_handlers: [{ action: home, accept: openedFiles, launch_type: 'single-client' }],
    share_target: {
      // The service worker redirects to the page in this language.
      action: `${sharePath}?language=${language}`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          {
            name: 'photos',
            accept: [...Object.keys(openedFiles), ...Object.values(openedFiles).flat()],
          },
        ],
      },
    },
  };
  return textFile(JSON.stringify(manifest, null, 2), 'application/manifest+json');
}
