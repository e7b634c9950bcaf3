/// <reference lib="webworker" />
// The site without a network. Fetches only the site's own files. Sees no pictures except those that
// another app shares with the installed site (share.ts).
import { sharePath } from '@stillpix/contract/paths';
import { routes } from '@stillpix/contract/routes';
import { answerAsset, answerNewest, createPageAnswers } from './answer.ts';
import { forget, keep, keepWanted, readState } from './keep.ts';
import type { OfflineFiles, PageQuestion, PageRequest, WorkerAnswer } from './messages.ts';
import { placeFiles, root } from './root.ts';
import { dropForgotten, receiveShared } from './share.ts';
import { dropClosed, offlineCache, retireOthers, siteCache } from './stores.ts';

declare const self: ServiceWorkerGlobalScope;

/** Inserted by the build (offline-files.ts). */
declare const offlineFiles: OfflineFiles;

const files = placeFiles(offlineFiles);
const answerPage = createPageAnswers(files);

// It waits until the previous version's pages are closed, or one of them asks it to take over.
self.addEventListener('install', (event) => event.waitUntil(keepWanted(files)));

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([retireOthers(files.version), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // If the site is in a folder, the host may have other sites.
  if (origin !== self.location.origin || !pathname.startsWith(`${root}/`)) return;
  if (request.method === 'POST' && pathname === root + sharePath) {
    event.respondWith(receiveShared(request, files));
    return;
  }
  if (request.method !== 'GET') return;
  const waitUntil = (work: Promise<void>) => event.waitUntil(work);
  if (request.mode === 'navigate') {
    event.respondWith(answerPage(request, pathname, waitUntil));
    event.waitUntil(Promise.all([dropClosed(), dropForgotten()]));
  } else if (pathname.startsWith(`${root}/assets/`)) {
    event.respondWith(answerAsset(request, files, waitUntil));
  } else if (pathname === routes.entitlementKey.path) {
    event.respondWith(answerNewest(request, offlineCache, files.version, waitUntil));
  } else if (files.common.some(({ path }) => path === pathname)) {
    event.respondWith(answerNewest(request, siteCache(files.version), files.version, waitUntil));
  }
});

self.addEventListener('message', (event) => {
  const request = event.data as PageRequest;
  if (request.kind === 'take-over') {
    event.waitUntil(self.skipWaiting());
    return;
  }
  const [port] = event.ports;
  const post = (answer: WorkerAnswer) => port?.postMessage(answer);
  event.waitUntil(
    serve(request, post).then(post, (thrown: unknown) =>
      post({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) }),
    ),
  );
});

async function serve(
  request: PageQuestion,
  post: (answer: WorkerAnswer) => void,
): Promise<WorkerAnswer> {
  switch (request.kind) {
    case 'state':
      return { kind: 'done', state: await readState(files, request.language) };
    case 'keep': {
      const state = await keep(files, request.language, request.everything, (progress) =>
        post({ kind: 'progress', state: progress }),
      );
      return { kind: 'done', state };
    }
    case 'forget':
      await forget();
      return { kind: 'forgotten' };
    default:
      // Reading pages come from the network, and may be of a later version than this worker.
      throw new Error('This version of the site does not know what it is asked');
  }
}
