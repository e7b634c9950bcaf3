import { de } from '../i18n/de/index.ts';
import { Layout } from '../site/shell/layout.tsx';

export default function LayoutDe() {
  return <Layout language="de" messages={de} />;
}
