import { pt } from '../i18n/pt/index.ts';
import { Layout } from '../site/shell/layout.tsx';

export default function LayoutPt() {
  return <Layout language="pt" messages={pt} />;
}
