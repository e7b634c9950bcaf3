import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { FormatName, ToolKind } from '../features/convert/tools.ts';
import { Island } from '../islands/island.tsx';
import ToolIsland from '../islands/tool.tsx';
import { AdSlot } from '../site/parts/ad-slot.tsx';
import { Breadcrumbs } from '../site/parts/breadcrumbs.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { PageCopy } from '../site/landing/page-copy.tsx';
import { pageOf } from '../site/pages/pages.ts';
import type { PageId } from '../site/pages/pages.ts';
import { ToolIntro } from '../site/landing/tool-intro.tsx';

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
  return (
    <>
      <div className="page">
        <Breadcrumbs />
      </div>
      <ToolIntro content={content} />
      <div className="page">
        <Island
          of={ToolIsland}
          props={{
            tool: tools[id] ?? 'convert',
            ...(from ? { from } : {}),
            ...(flag ? { flag } : {}),
          }}
        />
      </div>
      <PageCopy content={content} between={<AdSlot place="in-article" />} />
    </>
  );
}
