import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { FlagMarks } from '../site/flag-marks.tsx';
import { loadPage } from '../site/load-page.server.ts';
import { PageCopy } from '../site/page-copy.tsx';
import { Breadcrumbs } from '../site/breadcrumbs.tsx';
import { Static } from '../site/static.tsx';
import { ToolCards } from '../site/tool-cards.tsx';
import { ToolIntro } from '../site/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Tools() {
  const { content } = useLoaderData<typeof loader>();
  return (
    <>
      <FlagMarks />
      <Static>
        {import.meta.env.SSR && (
          <>
            <div className="page">
              <Breadcrumbs />
            </div>
            <ToolIntro content={content} />
            <div className="page">
              <ToolCards level={2} />
            </div>
            <PageCopy content={content} />
          </>
        )}
      </Static>
    </>
  );
}
