import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import FeatureIsland from '../islands/feature.tsx';
import { Island } from '../islands/island.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { pageOf } from '../site/pages/pages.ts';
import { PageCopy } from '../site/landing/page-copy.tsx';
import { BesideFacts } from '../site/landing/page-facts.tsx';
import { ToolIntro } from '../site/landing/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Feature() {
  const { id, content } = useLoaderData<typeof loader>();
  if (pageOf(id).isAllStates) {
    const { heading, lede } = content;
    return <Island of={FeatureIsland} props={{ id, waiting: { heading, lede } }} />;
  }
  return (
    <>
      <ToolIntro content={content} />
      <div className="page">
        <BesideFacts facts={content.facts}>
          <Island of={FeatureIsland} props={{ id }} />
        </BesideFacts>
      </div>
      <PageCopy content={{ ...content, facts: [] }} />
    </>
  );
}
