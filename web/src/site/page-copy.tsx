import type { PageContent } from './page-content.server.ts';
import { Prose } from './prose.tsx';

/** The text of a page below its tool: steps, prose, questions. */
export function PageCopy({ content }: { content: PageContent }) {
  return (
    <div className="page">
      <Prose html={content.body} />
    </div>
  );
}
