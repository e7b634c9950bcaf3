import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Converter, type ToolKind } from '../features/convert/converter.tsx';
import type { FormatName } from '../features/convert/tools.ts';
import { AdSlot } from '../site/ad-slot.tsx';
import { Breadcrumbs } from '../site/breadcrumbs.tsx';
import { ComingSoon } from '../site/coming-soon.tsx';
import { loadPage } from '../site/load-page.server.ts';
import { PageCopy } from '../site/page-copy.tsx';
import { pageOf } from '../site/pages.ts';
import type { PageId } from '../site/pages.ts';
import { Static } from '../site/static.tsx';
import { ToolIntro } from '../site/tool-intro.tsx';
import { UploadMeter } from '../site/upload-meter.tsx';

const tools: Partial<Record<PageId, ToolKind>> = {
  'jpg-to-webp': 'jpg-to-webp',
  'jpg-compress': 'compress',
  'heic-to-png': 'heic-to-png',
  'image-resize-crop': 'resize-crop',
};

const sources: Partial<Record<PageId, FormatName>> = {
  'heic-to-jpg': 'HEIC',
  'iphone-heic-to-jpg': 'HEIC',
  'windows-heic-to-jpg': 'HEIC',
  'free-heic-converter': 'HEIC',
  'iphone-photos-for-windows': 'HEIC',
  'heic-to-jpg-no-upload': 'HEIC',
  'webp-to-jpg': 'WEBP',
  'tool-webp-to-jpg': 'WEBP',
  'png-to-jpg': 'PNG',
  'tool-png-to-jpg': 'PNG',
};

export function loader({ url }: LoaderFunctionArgs) {
  const page = loadPage(url.pathname);
  return { ...page, flag: pageOf(page.id).flag };
}

export default function Tool() {
  const { id, content, flag } = useLoaderData<typeof loader>();
  const from = sources[id];
  const converter = <Converter tool={tools[id] ?? 'convert'} {...(from ? { from } : {})} />;
  return (
    <>
      <Static>
        {import.meta.env.SSR && (
          <>
            <div className="page">
              <Breadcrumbs />
            </div>
            <ToolIntro content={content} />
          </>
        )}
      </Static>
      <div className="page">
        {flag ? <ComingSoon flag={flag}>{converter}</ComingSoon> : converter}
        <UploadMeter />
      </div>
      <Static>
        {import.meta.env.SSR && (
          <PageCopy content={content} between={<AdSlot place="in-article" />} />
        )}
      </Static>
    </>
  );
}
