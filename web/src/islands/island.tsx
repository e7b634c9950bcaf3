import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { usePageData } from '../site/pages/page-data.ts';
import { findIsland, isPageId } from '../site/pages/pages.ts';
import { islandId } from './island-place.ts';
import { IslandRoot } from './island-root.tsx';

interface IslandProps<Props extends object> {
  of: ComponentType<Props>;
  /** Passed to the browser as JSON. */
  props: Props;
}

/**
 * The part of a page that React hydrates; everything around it stays HTML. It is rendered as a
 * separate tree, so that hydration finds the same tree.
 */
export function Island<Props extends object>({ of: Own, props }: IslandProps<Props>) {
  const language = useLanguage();
  const messages = useMessages();
  const id = usePageData()?.id ?? '';
  const html = renderToString(
    <IslandRoot language={language} messages={messages}>
      <Own {...props} />
    </IslandRoot>,
  );
  return (
    <div
      id={islandId}
      className="contents"
      data-island={isPageId(id) ? findIsland(id) : undefined}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
