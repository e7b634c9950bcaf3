import type { Language } from '../site/pages/language.ts';

/** Messages for the case that a page, including its dictionary, could not be loaded. */
export const failures: Record<
  Language,
  {
    title: string;
    text: string;
    unknown: string;
    refresh: string;
    diagnostics: string;
    copied: string;
    /** Above the button, on support pages. */
    offer: string;
  }
> = {
  en: {
    title: 'Something went wrong',
    text: 'The page stopped working. Your files were not sent anywhere; reloading is safe.',
    unknown: 'Unknown error occurred',
    refresh: 'Refresh Page',
    diagnostics: 'Copy diagnostics',
    copied: 'Copied',
    offer:
      'Did something go wrong here? Copy the technical lines of this visit and paste them into your email. They hold no file names and nothing of your pictures.',
  },
  es: {
    title: 'Algo falló',
    text: 'La página dejó de funcionar. Tus archivos no se enviaron a ningún sitio; puedes recargar sin miedo.',
    unknown: 'Se produjo un error desconocido',
    refresh: 'Recargar la página',
    diagnostics: 'Copiar diagnóstico',
    copied: 'Copiado',
    offer:
      '¿Falló algo aquí? Copia las líneas técnicas de esta visita y pégalas en tu correo. No contienen nombres de archivos ni nada de tus imágenes.',
  },
  pt: {
    title: 'Algo deu errado',
    text: 'A página parou de funcionar. Seus arquivos não foram enviados a lugar nenhum; pode recarregar sem medo.',
    unknown: 'Ocorreu um erro desconhecido',
    refresh: 'Recarregar a página',
    diagnostics: 'Copiar diagnóstico',
    copied: 'Copiado',
    offer:
      'Algo deu errado aqui? Copie as linhas técnicas desta visita e cole no seu e-mail. Elas não contêm nomes de arquivos nem nada das suas imagens.',
  },
  de: {
    title: 'Etwas ist schiefgelaufen',
    text: 'Die Seite reagiert nicht mehr. Ihre Dateien wurden nirgendwohin gesendet; Sie können die Seite gefahrlos neu laden.',
    unknown: 'Unbekannter Fehler',
    refresh: 'Seite neu laden',
    diagnostics: 'Diagnose kopieren',
    copied: 'Kopiert',
    offer:
      'Ist hier etwas schiefgelaufen? Kopieren Sie die technischen Zeilen dieses Besuchs und fügen Sie sie in Ihre Mail ein. Sie enthalten keine Dateinamen und nichts von Ihren Bildern.',
  },
};
