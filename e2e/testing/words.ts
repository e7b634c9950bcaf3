import type { Language } from '../../web/src/site/pages/language.ts';

/** What tests and pictures need of a language's words for the converter. */
export interface ConverterWords {
  list: Record<'title' | 'add', string> & { views: Record<'list', string> } & Record<
      'compareFile' | 'cropFile' | 'downloadFile' | 'ownFile',
      (name: string) => string
    >;
  actions: Record<
    'start' | 'startAgain' | 'checking' | 'converting' | 'cancel' | 'zip' | 'settings',
    string
  > & {
    downloadAll: (count: number) => string;
  };
  quality: { adjust: string; hide: string; presets: { balanced: string } };
  advanced: Record<'title' | 'target' | 'done', string>;
  resize: Record<'presets' | 'own' | 'width' | 'height' | 'pixels', string> & {
    presetNames: Record<'thumbnail', string>;
  };
  cropEditor: { apply: string; ratios: { square: string } };
  failures: { heicCorrupt: string };
  comparison: { slider: string };
  offer: { title: string };
  dropZone: Record<'label' | 'choose' | 'loading', string>;
  close: string;
}

/** By paths that the compiler does not follow: the words' types reach into the engine's workers. */
export async function readWords(language: Language): Promise<ConverterWords> {
  const folder = `../../web/src/i18n/${language}`;
  const { workspace } = (await import(`${folder}/workspace.ts`)) as { workspace: ConverterWords };
  const { convert } = (await import(`${folder}/convert.ts`)) as {
    convert: Pick<ConverterWords, 'dropZone'>;
  };
  const { site } = (await import(`${folder}/site.ts`)) as { site: { common: { close: string } } };
  return { ...workspace, dropZone: convert.dropZone, close: site.common.close };
}
