import type { Language } from './language.ts';

/** Words for the moment when a page, its dictionary included, may be gone. */
export const failures: Record<
  Language,
  {
    title: string;
    text: string;
    unknown: string;
    refresh: string;
    diagnostics: string;
    copied: string;
  }
> = {
  en: {
    title: 'Something went wrong',
    text: 'The page stopped working. Your files were not sent anywhere; reloading is safe.',
    unknown: 'Unknown error occurred',
    refresh: 'Refresh Page',
    diagnostics: 'Copy diagnostics',
    copied: 'Copied',
  },
  es: {
    title: 'Algo ha fallado',
    text: 'La página ha dejado de funcionar. Tus archivos no se han enviado a ningún sitio; puedes recargar sin miedo.',
    unknown: 'Se ha producido un error desconocido',
    refresh: 'Recargar la página',
    diagnostics: 'Copiar diagnóstico',
    copied: 'Copiado',
  },
  pt: {
    title: 'Algo deu errado',
    text: 'A página parou de funcionar. Seus arquivos não foram enviados a lugar nenhum; pode recarregar sem medo.',
    unknown: 'Ocorreu um erro desconhecido',
    refresh: 'Recarregar a página',
    diagnostics: 'Copiar diagnóstico',
    copied: 'Copiado',
  },
  de: {
    title: 'Etwas ist schiefgelaufen',
    text: 'Die Seite reagiert nicht mehr. Ihre Dateien wurden nirgendwohin gesendet; Neuladen ist gefahrlos.',
    unknown: 'Unbekannter Fehler',
    refresh: 'Seite neu laden',
    diagnostics: 'Diagnose kopieren',
    copied: 'Kopiert',
  },
};
