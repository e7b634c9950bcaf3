import { brand } from '@stillpix/contract/brand';
import { textFile } from '../site/prerender/xml.server.ts';

export function loader() {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: 'Converts HEIC, WebP and PNG pictures in the browser, without uploading them.',
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f4f1',
    theme_color: '#f4f4f1',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return textFile(JSON.stringify(manifest, null, 2), 'application/manifest+json');
}
