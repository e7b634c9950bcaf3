import { pt } from '../i18n/pt/index.ts';
import { SiteLayout } from '../site/shell/layout.tsx';

export default function LayoutPt() {
  return <SiteLayout language="pt" messages={pt} />;
}
