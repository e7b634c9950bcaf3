import type { Language } from '../pages/language.ts';
import { toAddress } from '../pages/site-path.ts';
import type { OfflineState, PageQuestion, WorkerAnswer } from '../../service-worker/messages.ts';
import { canWorkOffline } from './can-work-offline.ts';
import { removedEvent } from './offline-events.ts';
import { removeShared } from './shared-photos.ts';

/** Written by the build; does not exist in development. */
const scriptUrl = toAddress('/service-worker.js');

/**
 * Registers the service worker, or returns the existing registration. Throws if the browser forbids
 * it, as in some private windows or without storage.
 */
export async function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(scriptUrl, { updateViaCache: 'none' });
}

/**
 * This site's own registration: a site at the root of the host has a worker whose scope includes
 * folders, too.
 */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canWorkOffline()) return undefined;
  const scope = new URL(toAddress('/'), location.href).href;
  const found = await navigator.serviceWorker.getRegistration(scope);
  return found?.scope === scope ? found : undefined;
}

/** The worker that answers. Waits for one that is being installed. */
async function findActive(): Promise<ServiceWorker> {
  const registration = await findRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (!worker) throw new Error('No service worker is active');
  if (worker.state === 'activated' || worker.state === 'activating') return worker;
  return new Promise((resolve, reject) => {
    const follow = () => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed'));
    };
    worker.addEventListener('statechange', follow);
    follow();
  });
}

type FinalAnswer = Extract<WorkerAnswer, { kind: 'done' | 'forgotten' }>;

/** Asks a worker. Resolves with its last answer, or rejects with its error. */
async function ask(
  worker: ServiceWorker,
  request: PageQuestion,
  onProgress: (state: OfflineState) => void = () => {},
): Promise<FinalAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') {
        onProgress(data.state);
        return;
      }
      port1.close();
      if (data.kind === 'failed') reject(new Error(data.message));
      else resolve(data);
    });
    port1.start();
    // A worker that is replaced in the meantime never answers.
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The service worker was replaced'));
    });
    worker.postMessage(request, [port2]);
  });
}

async function askForState(
  request: Exclude<PageQuestion, { kind: 'forget' }>,
  onProgress?: (state: OfflineState) => void,
): Promise<OfflineState> {
  const answer = await ask(await findActive(), request, onProgress);
  if (answer.kind !== 'done') throw new Error('The service worker answered something else');
  return answer.state;
}

export const readState = (language: Language) => askForState({ kind: 'state', language });

/** Keeps the pages of a language and what most pictures need; with `everything`, all codecs. */
export const keepOffline = (
  language: Language,
  everything: boolean,
  onProgress: (state: OfflineState) => void = () => {},
) => askForState({ kind: 'keep', language, everything }, onProgress);

/**
 * Removes the worker and every file of the site that it kept, including photos shared with it.
 * Stops its downloads, so that nothing is stored afterwards. This page then keeps nothing more by
 * itself.
 */
export async function removeOffline(): Promise<void> {
  dispatchEvent(new Event(removedEvent));
  const registration = await findRegistration();
  if (registration) {
    // A worker that is being installed downloads, too, and stops without an answer.
    const { active, waiting, installing } = registration;
    const workers = [active, waiting, installing].filter((each) => each !== null);
    const tell = (worker: ServiceWorker) => ask(worker, { kind: 'forget' });
    // Browsers finish an installation before they unregister, so one whose script is still loading
    // must be stopped, too.
    const late: Promise<unknown>[] = [];
    const stop = new AbortController();
    registration.addEventListener(
      'updatefound',
      () => {
        if (registration.installing) late.push(tell(registration.installing).catch(() => null));
      },
      { signal: stop.signal },
    );
    await Promise.allSettled(workers.map(tell));
    await registration.unregister();
    await Promise.all(late);
    stop.abort();
  }
  await removeShared();
}
