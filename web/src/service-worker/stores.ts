/// <reference lib="webworker" />
import { brand } from '@stillpix/contract/brand';
import { isLanguage, type Language } from '@stillpix/contract/languages';
import { root } from './root.ts';

declare const self: ServiceWorkerGlobalScope;

/** Another copy of the site may be in another folder of this host, with caches of its own. */
const nameCache = (name: string) => `${brand.slug}-${name}${root === '' ? '' : ` ${root}`}`;

/** Folders have no space in their address, so everything after the first space is the folder. */
function isOwn(cacheName: string): boolean {
  const [name = '', folder = ''] = cacheName.split(' ');
  return name.startsWith(`${brand.slug}-`) && folder === root;
}

/** One cache per version of the site, so that an open page finds the scripts it was built with. */
export const siteCache = (version: string) => nameCache(`site-${version}`);

const isSiteCache = (name: string) => isOwn(name) && name.startsWith(`${brand.slug}-site-`);

/** Reading pages that were visited. */
export const seenPagesCache = nameCache('pages');

/** Everything that belongs to no version. */
export const offlineCache = nameCache('offline');
const memoryKey = '/offline-memory';

interface Memory {
  languages: Language[];
  everything: boolean;
  /** Caches of earlier versions, each with the pages that were open when a later one took over. */
  earlier: Record<string, string[]>;
}

const nothing: Memory = { languages: [], everything: false, earlier: {} };

/** A service worker can be stopped at any time, so what it must remember is in a cache. */
export async function readMemory(): Promise<Memory> {
  try {
    // `caches.open` would create the cache if it does not exist.
    const found = await caches.match(memoryKey, { cacheName: offlineCache });
    const kept = (await found?.json()) as Partial<Memory> | undefined;
    return {
      languages: (kept?.languages ?? []).filter(isLanguage),
      everything: kept?.everything === true,
      earlier: kept?.earlier ?? {},
    };
  } catch {
    return nothing;
  }
}

export async function writeMemory(memory: Memory): Promise<void> {
  const cache = await caches.open(offlineCache);
  await cache.put(memoryKey, Response.json(memory));
}

/**
 * How often everything was removed. Caches that were looked up before a removal are no longer
 * valid.
 */
let removals = 0;

/**
 * A cache of the site, created if it does not exist; `null` once everything was removed. The worker
 * still runs for open pages then, and must store nothing for them.
 */
export async function openKept(version: string, name = siteCache(version)): Promise<Cache | null> {
  const before = removals;
  if (!(await caches.has(siteCache(version)))) return null;
  const cache = await caches.open(name);
  if (removals === before) return cache;
  // Removed during the lookup, and then created again.
  await caches.delete(name);
  return null;
}

/** Removes everything that the site keeps in caches. */
export async function dropAll(): Promise<void> {
  removals++;
  const names = (await caches.keys()).filter(isOwn);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Called when a version takes over. Caches that open pages were built with stay until these are
 * closed.
 */
export async function retireOthers(version: string): Promise<void> {
  const before = removals;
  const memory = await readMemory();
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = siteCache(version);
  for (const name of await caches.keys()) {
    if (!isSiteCache(name) || name === own) continue;
    memory.earlier[name] ??= open.map(({ id }) => id);
  }
  // After a rollback to an earlier version its cache is in use again.
  delete memory.earlier[own];
  if (removals !== before) return;
  await writeMemory(memory);
  await dropClosed();
}

/** Removes the caches of versions that no open page uses any more. */
export async function dropClosed(): Promise<void> {
  const before = removals;
  const memory = await readMemory();
  let changed = false;
  for (const [name, pages] of Object.entries(memory.earlier)) {
    const open = await Promise.all(pages.map((id) => self.clients.get(id)));
    if (open.some((client) => client !== undefined)) continue;
    await caches.delete(name);
    delete memory.earlier[name];
    changed = true;
  }
  if (changed && removals === before) await writeMemory(memory);
}
