import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Island } from '../islands/island.tsx';
import ToolsIsland from '../islands/tools.tsx';
import { Breadcrumbs } from '../site/parts/breadcrumbs.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { PageCopy } from '../site/landing/page-copy.tsx';
import { ToolCards } from '../site/landing/tool-cards.tsx';
import { ToolIntro } from '../site/landing/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Tools() {
  const { content } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page">
        <Breadcrumbs />
      </div>
      <ToolIntro content={content} />
      <div className="page">
        <ToolCards level={2} />
      </div>
      <PageCopy content={content} />
      <Island of={ToolsIsland} props={{}} />
    </>
  );
}
