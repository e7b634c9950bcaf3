import { de } from '../i18n/de/index.ts';
import { DialogHost } from './dialog-host.tsx';
import { Layout } from '../site/layout.tsx';

export default function LayoutDe() {
  return <Layout language="de" messages={de} dialogs={<DialogHost />} />;
}
