import type { Language } from '../pages/language.ts';
import { toAddress } from '../pages/site-path.ts';
import type { OfflineState, PageQuestion, WorkerAnswer } from '../../service-worker/messages.ts';
import { canWorkOffline } from './can-work-offline.ts';
import { removedEvent } from './offline-events.ts';
import { removeShared } from './shared-photos.ts';

/** Written by the build; there is none while developing. */
const scriptUrl = toAddress('/service-worker.js');

/**
 * Registers the service worker, or returns the registration there is. Throws where the browser
 * forbids it: private windows of some, storage that is off.
 */
export async function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(scriptUrl, { updateViaCache: 'none' });
}

export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canWorkOffline()) return undefined;
  return navigator.serviceWorker.getRegistration(toAddress('/'));
}

type FinalAnswer = Extract<WorkerAnswer, { kind: 'done' | 'forgotten' }>;

/** Asks the active worker; settles with its last answer, or throws what went wrong there. */
async function ask(
  request: PageQuestion,
  onProgress: (state: OfflineState) => void = () => {},
): Promise<FinalAnswer> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) throw new Error('No service worker is active');
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
    // A worker that is replaced meanwhile never answers.
    active.addEventListener('statechange', () => {
      if (active.state === 'redundant') reject(new Error('The service worker was replaced'));
    });
    active.postMessage(request, [port2]);
  });
}

async function askForState(
  request: Exclude<PageQuestion, { kind: 'forget' }>,
  onProgress?: (state: OfflineState) => void,
): Promise<OfflineState> {
  const answer = await ask(request, onProgress);
  if (answer.kind !== 'done') throw new Error('The service worker answered something else');
  return answer.state;
}

export const readState = (language: Language) => askForState({ kind: 'state', language });

/** Keeps the pages of a language and what most pictures need; with `everything` all codecs. */
export const keepOffline = (
  language: Language,
  everything: boolean,
  onProgress: (state: OfflineState) => void = () => {},
) => askForState({ kind: 'keep', language, everything }, onProgress);

/**
 * Removes the worker and every file of the site that it kept; photos that were shared with it, too.
 * What the worker is fetching ends, so that nothing of it comes afterwards; this page keeps nothing
 * more by itself.
 */
export async function removeOffline(): Promise<void> {
  dispatchEvent(new Event(removedEvent));
  const registration = await findRegistration();
  if (registration?.active) await ask({ kind: 'forget' });
  await registration?.unregister();
  await removeShared();
}
