import { languageOfPath } from '../pages/language.ts';
import { toPath } from '../pages/site-path.ts';
import { readChoices } from '../browser/choices.ts';
import { savesData } from '../browser/saves-data.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { canWorkOffline } from './can-work-offline.ts';
import { convertedEvent, removedEvent } from './offline-events.ts';

/** Milliseconds after the page has loaded: by then nothing that the visitor sees is fetched any more. */
const rest = 10_000;

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** Does nothing where the visitor has switched it off. */
async function keepThisLanguage(everything: boolean): Promise<void> {
  if (!readChoices(localStorage).offline) return;
  // Fetched when it is time: the first visit waits for nothing that the second one needs.
  const { keepOffline, register } = await import('./worker-client.ts');
  await register();
  await keepOffline(languageOfPath(toPath(location.pathname)), everything);
}

/**
 * Makes the site work without a network from the next visit on: after the first conversion, or when
 * nothing else is going on. Not where the visitor wants to save data or has switched it off.
 */
export function startOffline(): void {
  if (!canWorkOffline() || savesData()) return;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The site works as before where this does not: it is tried again on the next page.
    keepThisLanguage(isInstalled()).catch(() => {});
  };
  // What was converted is drawn first.
  addEventListener(convertedEvent, () => whenIdle(start), { once: true });
  addEventListener(removedEvent, () => {
    isStarted = true;
  });
  addEventListener('appinstalled', () => {
    keepThisLanguage(true).catch(() => {});
  });
  const wait = () => {
    setTimeout(() => whenIdle(start), rest);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
