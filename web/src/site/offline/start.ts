import { languageOfPath } from '../pages/language.ts';
import { toPath } from '../pages/site-path.ts';
import { readChoices } from '../browser/choices.ts';
import { savesData } from '../browser/saves-data.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { canWorkOffline } from './can-work-offline.ts';
import { convertedEvent, removedEvent } from './offline-events.ts';

/** Milliseconds after the page has loaded, by when everything visible has been fetched. */
const rest = 10_000;

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** Does nothing if the visitor has switched it off. */
async function keepThisLanguage(everything: boolean): Promise<void> {
  if (!readChoices(localStorage).offline) return;
  // Loaded late, because the first visit must not wait for what the second one needs.
  const { keepOffline, register } = await import('./worker-client.ts');
  await register();
  await keepOffline(languageOfPath(toPath(location.pathname)), everything);
}

/**
 * Makes the site work without a network from the next visit on: after the first conversion, or when
 * the page is idle. Not if the visitor saves data or has switched it off.
 */
export function startOffline(): void {
  if (!canWorkOffline() || savesData()) return;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // If this fails, the site still works. The next page tries again.
    keepThisLanguage(isInstalled()).catch(() => {});
  };
  // The conversion's result is painted first.
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
