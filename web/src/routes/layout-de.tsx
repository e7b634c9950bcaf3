import { de } from '../i18n/de/index.ts';
import { SiteLayout } from '../site/shell/layout.tsx';

export default function LayoutDe() {
  return <SiteLayout language="de" messages={de} />;
}
