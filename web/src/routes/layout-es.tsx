import { es } from '../i18n/es/index.ts';
import { SiteLayout } from '../site/shell/layout.tsx';

export default function LayoutEs() {
  return <SiteLayout language="es" messages={es} />;
}
