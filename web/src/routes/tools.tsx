import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Island } from '../islands/island.tsx';
import ToolsIsland from '../islands/tools.tsx';
import { Breadcrumbs } from '../site/breadcrumbs.tsx';
import { loadPage } from '../site/load-page.server.ts';
import { PageCopy } from '../site/page-copy.tsx';
import { ToolCards } from '../site/tool-cards.tsx';
import { ToolIntro } from '../site/tool-intro.tsx';

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
