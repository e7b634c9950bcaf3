import type { LoaderFunctionArgs } from 'react-router';
import { findAddress } from '../site/pages/describe-page.ts';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { loadReading } from '../site/prerender/load-reading.server.ts';
import { isInteractive } from '../site/pages/pages.ts';
import { drawSocialImage } from '../site/prerender/social-image.server.ts';

export async function loader({ url }: LoaderFunctionArgs) {
  const path = url.pathname
    .replace(/^\/og/, '')
    .replace(/\.png$/, '')
    .replace(/^\/index$/, '/');
  const address = findAddress(path);
  if (address && isInteractive(address.id)) {
    const { content } = loadPage(path);
    return png(
      await drawSocialImage({
        title: content.heading,
        language: address.language,
        word: address.id,
      }),
    );
  }
  const reading = loadReading(path);
  const title =
    reading.kind === 'page'
      ? reading.content.heading
      : (reading.page.crumbs.at(-1)?.name ?? reading.page.title);
  return png(
    await drawSocialImage({
      title,
      language: reading.page.language,
      word: reading.page.id.replace('article:', ''),
    }),
  );
}

function png(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, { headers: { 'content-type': 'image/png' } });
}
