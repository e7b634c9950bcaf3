import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { languageOfPath } from '../site/pages/language.ts';
import HomeIsland from '../islands/home.tsx';
import { Island } from '../islands/island.tsx';
import { listArticles } from '../site/content/articles.server.ts';
import { HomeSections } from '../site/landing/home-sections.tsx';
import { loadPage } from '../site/prerender/load-page.server.ts';
import { ToolIntro } from '../site/landing/tool-intro.tsx';
import { TrustBadges } from '../site/landing/trust-badges.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  const articles = listArticles(languageOfPath(url.pathname)).slice(0, 3);
  return { ...loadPage(url.pathname), articles };
}

export default function Home() {
  const { content, articles } = useLoaderData<typeof loader>();
  return (
    <>
      <ToolIntro content={content} />
      <div className="page">
        <Island of={HomeIsland} props={{}} />
        <TrustBadges />
      </div>
      <HomeSections content={content} articles={articles} />
    </>
  );
}
