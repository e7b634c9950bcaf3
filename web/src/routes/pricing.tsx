import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Island } from '../islands/island.tsx';
import PlainIsland from '../islands/plain.tsx';
import { Breadcrumbs } from '../site/parts/breadcrumbs.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { PageCopy } from '../site/landing/page-copy.tsx';
import { PricingPlans } from '../site/landing/pricing-plans.tsx';
import { ToolIntro } from '../site/landing/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Pricing() {
  const { content } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page">
        <Breadcrumbs />
      </div>
      <ToolIntro content={content} />
      <div className="page">
        <PricingPlans level={2} />
      </div>
      <PageCopy content={content} />
      <Island of={PlainIsland} props={{}} />
    </>
  );
}
