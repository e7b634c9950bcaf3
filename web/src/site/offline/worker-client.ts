import { brand } from '@stillpix/contract/brand';
import type { Language } from '../pages/language.ts';
import type { OfflineState, PageRequest, WorkerAnswer } from '../../service-worker/messages.ts';

/** Written by the build; there is none while developing. */
const scriptUrl = '/service-worker.js';

export const canWorkOffline = () => import.meta.env.PROD && 'serviceWorker' in navigator;

/**
 * Registers the service worker, or returns the registration there is. Throws where the browser
 * forbids it: private windows of some, storage that is off.
 */
export async function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(scriptUrl, { updateViaCache: 'none' });
}

export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canWorkOffline()) return undefined;
  return navigator.serviceWorker.getRegistration('/');
}

/** Asks the active worker; settles with the state, or throws what went wrong there. */
async function ask(
  request: Exclude<PageRequest, { kind: 'take-over' }>,
  onProgress: (state: OfflineState) => void,
): Promise<OfflineState> {
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
      if (data.kind === 'done') resolve(data.state);
      else reject(new Error(data.message));
    });
    port1.start();
    // A worker that is replaced meanwhile never answers.
    active.addEventListener('statechange', () => {
      if (active.state === 'redundant') reject(new Error('The service worker was replaced'));
    });
    active.postMessage(request, [port2]);
  });
}

export const readState = (language: Language) => ask({ kind: 'state', language }, () => {});

/** Keeps the pages of a language and what most pictures need; with `everything` all codecs. */
export const keepOffline = (
  language: Language,
  everything: boolean,
  onProgress: (state: OfflineState) => void = () => {},
) => ask({ kind: 'keep', language, everything }, onProgress);

/** Removes the worker and every file of the site that it kept; photos that were shared with it, too. */
export async function removeOffline(): Promise<void> {
  const registration = await findRegistration();
  await registration?.unregister();
  if ('caches' in globalThis) {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(`${brand.slug}-`)).map((name) => caches.delete(name)),
    );
  }
}
