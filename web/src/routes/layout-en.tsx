import { en } from '../i18n/en/index.ts';
import { DialogHost } from './dialog-host.tsx';
import { Layout } from '../site/layout.tsx';

export default function LayoutEn() {
  return <Layout language="en" messages={en} dialogs={<DialogHost />} />;
}
