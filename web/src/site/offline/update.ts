import { findRegistration } from './worker-client.ts';

/** Milliseconds between two checks for a new version while a page stays open. */
const lookAgain = 60 * 60 * 1000;

/** Milliseconds until a waiting version that has not taken over is asked once more. */
const askAgain = 2000;

/**
 * Calls `onWaiting` once a newer version of the site is installed and waits for open pages to be
 * closed. The function passed to it activates that version and reloads this page. Returns a
 * function that stops watching.
 */
export function watchForUpdate(onWaiting: (takeOver: () => void) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;

  function offer(registration: ServiceWorkerRegistration): void {
    // Without a controller this page came from the network and is up to date.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    onWaiting(() => {
      // Once: a visitor who rather keeps unsaved results must not be asked again and again.
      const reload = () => {
        clearInterval(asking);
        location.reload();
      };
      const ask = () => {
        // If it does not wait any more, it was activated, perhaps by another page.
        if (registration.waiting) registration.waiting.postMessage({ kind: 'take-over' });
        else reload();
      };
      navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
      // Chromium 150 now and then does nothing the first time.
      const asking = setInterval(ask, askAgain);
      ask();
    });
  }

  async function watch(): Promise<void> {
    const registration = await findRegistration();
    if (!registration || signal.aborted) return;
    offer(registration);
    const follow = () => {
      registration.installing?.addEventListener('statechange', () => offer(registration), {
        signal,
      });
    };
    follow();
    registration.addEventListener('updatefound', follow, { signal });
    let looked = Date.now();
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden || Date.now() - looked < lookAgain) return;
        looked = Date.now();
        // Without a network there is nothing to find.
        registration.update().catch(() => {});
      },
      { signal },
    );
  }

  if ('serviceWorker' in navigator) watch().catch(() => {});
  return () => listeners.abort();
}
