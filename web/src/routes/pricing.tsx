import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { loadPage } from '../site/load-page.server.ts';
import { PageCopy } from '../site/page-copy.tsx';
import { Breadcrumbs } from '../site/breadcrumbs.tsx';
import { Static } from '../site/static.tsx';
import { PricingPlans } from '../site/pricing-plans.tsx';
import { ToolIntro } from '../site/tool-intro.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Pricing() {
  const { content } = useLoaderData<typeof loader>();
  return (
    <>
      <Static>
        {import.meta.env.SSR && (
          <>
            <div className="page">
              <Breadcrumbs />
            </div>
            <ToolIntro content={content} />
            <div className="page">
              <PricingPlans level={2} />
            </div>
            <PageCopy content={content} />
          </>
        )}
      </Static>
    </>
  );
}
