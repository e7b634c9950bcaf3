import { type RefObject, useCallback, useEffect } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { whenIdle } from '../../site/browser/when-idle.ts';
import { prepareEngine } from './engine.ts';
import { loadWorkspace } from './load-workspace.ts';
import { prepareAhead } from './prepare-ahead.ts';

/** Fetches what the first file will need when a file is likely to come. */
export function usePreparation(place: RefObject<HTMLElement | null>): () => void {
  const language = useLanguage();
  const prepare = useCallback(() => {
    prepareEngine();
    loadWorkspace(language).then(
      ({ prepareWorkspace }) => whenIdle(() => prepareWorkspace(language)),
      // Fetched again when it is needed; errors are shown then.
      () => {},
    );
  }, [language]);
  useEffect(
    () => (place.current === null ? undefined : prepareAhead(place.current, prepare)),
    [place, prepare],
  );
  return prepare;
}
