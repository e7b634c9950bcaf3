import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { languageOfPath, type Language } from './site/pages/language.ts';
import { toPath } from './site/pages/site-path.ts';
import type { Messages } from './i18n/messages.ts';
import { islandId } from './islands/island-place.ts';
import { IslandRoot } from './islands/island-root.tsx';
import { loadIsland } from './islands/islands.ts';
import { describeError, listenForErrors, log } from './site/browser/log-buffer.ts';
import { startOffline } from './site/offline/start.ts';
import './ui/tokens.css';
import './ui/base.css';
import './site/prerender/styles.ts';

/** A page fetches only the messages of its own language. */
const dictionaries: Record<Language, () => Promise<Messages>> = {
  en: () => import('./i18n/en/index.ts').then(({ en }) => en),
  es: () => import('./i18n/es/index.ts').then(({ es }) => es),
  pt: () => import('./i18n/pt/index.ts').then(({ pt }) => pt),
  de: () => import('./i18n/de/index.ts').then(({ de }) => de),
};

listenForErrors();

/** React itself did not start, so the error is shown in plain HTML, without any of our code. */
function showMountFailure(thrown: unknown): void {
  log('error', describeError(thrown));
  const heading = document.createElement('h1');
  heading.textContent = 'Error';
  const message = document.createElement('pre');
  message.textContent = thrown instanceof Error ? thrown.message : String(thrown);
  document.body.replaceChildren(heading, message);
}

async function mount(): Promise<void> {
  const place = document.getElementById(islandId);
  if (!place) throw new Error('The page has no place for its script');
  const language = languageOfPath(toPath(location.pathname));
  const [{ default: Own }, messages] = await Promise.all([
    loadIsland(place.dataset.island ?? ''),
    dictionaries[language](),
  ]);
  const props = JSON.parse(place.dataset.props ?? '{}') as Record<string, unknown>;
  startTransition(() => {
    hydrateRoot(
      place,
      <StrictMode>
        <IslandRoot language={language} messages={messages}>
          <Own {...props} />
        </IslandRoot>
      </StrictMode>,
      {
        onUncaughtError: showMountFailure,
        onRecoverableError: (thrown) => log('error', describeError(thrown)),
      },
    );
  });
}

mount().catch(showMountFailure);
startOffline();
