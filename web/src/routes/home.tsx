import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { Converter } from '../features/convert/converter.tsx';
import { languageOfPath } from '../i18n/language.ts';
import { listArticles } from '../site/articles.server.ts';
import { FlagMarks } from '../site/flag-marks.tsx';
import { HomeSections } from '../site/home-sections.tsx';
import { loadPage } from '../site/load-page.server.ts';
import { PromoBadge } from '../site/promo-badge.tsx';
import { Static } from '../site/static.tsx';
import { ToolIntro } from '../site/tool-intro.tsx';
import { TrustBadges } from '../site/trust-badges.tsx';
import { UploadMeter } from '../site/upload-meter.tsx';

export function loader({ url }: LoaderFunctionArgs) {
  const articles = listArticles(languageOfPath(url.pathname)).slice(0, 3);
  return { ...loadPage(url.pathname), articles };
}

export default function Home() {
  const { content, articles } = useLoaderData<typeof loader>();
  return (
    <>
      <Static>{import.meta.env.SSR && <ToolIntro content={content} />}</Static>
      <div className="page">
        <FlagMarks />
        <PromoBadge />
        <Converter tool="convert" />
        <UploadMeter />
        <Static>{import.meta.env.SSR && <TrustBadges />}</Static>
      </div>
      <Static>
        {import.meta.env.SSR && <HomeSections content={content} articles={articles} />}
      </Static>
    </>
  );
}
