import { languageOfPath } from '../pages/language.ts';
import { readChoices } from '../browser/choices.ts';
import { convertedEvent } from './converted-event.ts';
import { canWorkOffline, keepOffline, register } from './worker-client.ts';

/** Milliseconds after the page has loaded: by then nothing that the visitor sees is fetched any more. */
const rest = 10_000;

function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

async function keepThisLanguage(): Promise<void> {
  await register();
  await keepOffline(languageOfPath(location.pathname), isInstalled());
}

/**
 * Makes the site work without a network from the next visit on: after the first conversion, or when
 * nothing else is going on. Not where the visitor wants to save data or has switched it off.
 */
export function startOffline(): void {
  if (!canWorkOffline() || isMetered()) return;
  let isStarted = false;
  const start = () => {
    if (isStarted || !readChoices(localStorage).offline) return;
    isStarted = true;
    // The site works as before where this does not: it is tried again on the next page.
    keepThisLanguage().catch(() => {});
  };
  addEventListener(convertedEvent, start, { once: true });
  addEventListener('appinstalled', () => {
    keepOffline(languageOfPath(location.pathname), true).catch(() => {});
  });
  const whenIdle = () => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(start);
      else start();
    }, rest);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
