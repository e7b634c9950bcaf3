import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Converter, type ToolKind } from '../features/convert/converter.tsx';
import { useMessages } from '../i18n/messages.ts';
import { loadPage } from '../site/load-page.server.ts';
import { ToolIntro } from '../site/tool-intro.tsx';
import { PageCopy } from '../site/page-copy.tsx';
import type { PageId } from '../site/pages.ts';

export { pageMeta as meta } from '../site/page-meta.ts';

const tools: Partial<Record<PageId, ToolKind>> = {
  'jpg-to-webp': 'jpg-to-webp',
  'jpg-compress': 'compress',
  'heic-to-png': 'heic-to-png',
  'image-resize-crop': 'resize-crop',
};

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Tool() {
  const { id, content } = useLoaderData<typeof loader>();
  return (
    <>
      <ToolIntro heading={content.heading} lede={content.lede} />
      <div className="page">
        <Converter tool={tools[id] ?? 'convert'} />
      </div>
      <PageCopy content={content} labels={useMessages().site.copy} />
    </>
  );
}
