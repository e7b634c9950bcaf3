import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { useMessages } from '../i18n/messages.ts';
import { loadPage } from '../site/load-page.server.ts';
import { ToolIntro } from '../site/tool-intro.tsx';
import { PageCopy } from '../site/page-copy.tsx';

export { pageMeta as meta } from '../site/page-meta.ts';

export function loader({ url }: LoaderFunctionArgs) {
  return loadPage(url.pathname);
}

export default function Pricing() {
  const { content } = useLoaderData<typeof loader>();
  return (
    <>
      <ToolIntro heading={content.heading} lede={content.lede} />
      <PageCopy content={content} labels={useMessages().site.copy} />
    </>
  );
}
