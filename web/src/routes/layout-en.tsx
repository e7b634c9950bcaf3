import { en } from '../i18n/en/index.ts';
import { Layout } from '../site/shell/layout.tsx';

export default function LayoutEn() {
  return <Layout language="en" messages={en} />;
}
