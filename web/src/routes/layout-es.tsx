import { es } from '../i18n/es/index.ts';
import { DialogHost } from './dialog-host.tsx';
import { Layout } from '../site/layout.tsx';

export default function LayoutEs() {
  return <Layout language="es" messages={es} dialogs={<DialogHost />} />;
}
