import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Island } from '../islands/island.tsx';
import ToolIsland from '../islands/tool.tsx';
import { AdSlot } from '../site/parts/ad-slot.tsx';
import { Breadcrumbs } from '../site/parts/breadcrumbs.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { PageCopy } from '../site/landing/page-copy.tsx';
import { pageOf } from '../site/pages/pages.ts';
import { ToolIntro } from '../site/landing/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  const page = loadPage(url.pathname);
  const { tool = 'convert', from, flag } = pageOf(page.id);
  return { ...page, tool, from, flag };
}

export default function Tool() {
  const { content, tool, from, flag } = useLoaderData<typeof loader>();
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
            tool,
            ...(from ? { from } : {}),
            ...(flag ? { flag } : {}),
          }}
        />
      </div>
      <PageCopy content={content} between={<AdSlot place="in-article" />} />
    </>
  );
}
