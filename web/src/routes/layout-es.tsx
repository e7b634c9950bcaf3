import { es } from '../i18n/es/index.ts';
import { Layout } from '../site/shell/layout.tsx';

export default function LayoutEs() {
  return <Layout language="es" messages={es} />;
}
