import { en } from '../i18n/en/index.ts';
import { SiteLayout } from '../site/shell/layout.tsx';

export default function LayoutEn() {
  return <SiteLayout language="en" messages={en} />;
}
