import { useLocation } from 'react-router';
import builtFiles from 'virtual:island-files';
import { languageOfPath, type Language } from '../site/pages/language.ts';
import { usePageData } from '../site/pages/page-data.ts';
import { findIsland, isPageId, pageOf, type PageId } from '../site/pages/pages.ts';

const reactEntry = 'src/entry.client.tsx';

/**
 * Styles and scripts of a page's island. The scripts have low priority, so they take no bandwidth
 * from text and styles, which the first paint needs.
 */
export function PageScripts() {
  const id = usePageData()?.id ?? '';
  const language = languageOfPath(useLocation().pathname);
  const modules = isPageId(id) ? listModules(id, language) : [];
  const [first] = modules;
  if (first === undefined) return null;
  const files = builtFiles;
  if (files === null) return <DevelopmentScripts entry={first} />;

  const used = modules.map((module) => {
    const found = files[module];
    if (!found) throw new Error(`The browser's build has no ${module}`);
    return found;
  });
  const styles = new Set(used.flatMap((module) => module.styles));
  // React Router's <Links> includes these already, because every page uses them.
  for (const style of files[reactEntry]?.styles ?? []) styles.delete(style);
  const [script, ...others] = new Set(used.flatMap((module) => module.scripts));
  return (
    <>
      {[...styles].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={script} fetchPriority="low" />
      {others.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
    </>
  );
}

/** The modules that the browser runs on a page. The first one starts the others. */
function listModules(id: PageId, language: Language): string[] {
  const island = findIsland(id);
  if (island !== undefined)
    return [reactEntry, `src/islands/${island}.tsx`, `src/i18n/${language}/index.ts`];
  return pageOf(id).template === 'support' ? ['src/islands/diagnostics.client.ts'] : [];
}

/** React Router's development server requires its hot reload runtime before any component. */
function DevelopmentScripts({ entry }: { entry: string }) {
  return (
    <>
      <script type="module" src="/@id/__x00__virtual:react-router/inject-hmr-runtime" />
      <script type="module" src={`/${entry}`} />
    </>
  );
}
