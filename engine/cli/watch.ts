import { statSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { foundAt, isPictureName, type Source } from './sources.ts';

/** A file that has not grown for so long has been written to its end. */
const restMs = 400;

/** How often it is asked whether a folder is still there: nobody tells when it goes. */
const folderMs = 2000;

/** Folders that begin with a dot are looked into nowhere. */
const isHidden = (folder: string): boolean =>
  folder.split(sep).some((part) => part.startsWith('.') && part !== '.');

/** The state that a file rests in, which another one of the same size has not; `null` for what is no file any more. */
async function findRest(path: string, signal: AbortSignal): Promise<string | null> {
  for (let last = ''; ;) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const state = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (state === last && found.size > 0) return state;
    last = state;
    await wait(restMs, undefined, { signal });
  }
}

/** Which folder stands under this name; `last` where nobody can tell now, as on a disk that is far away. */
async function findInode(folder: string, last: number): Promise<number | null> {
  try {
    return (await stat(folder)).ino;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : last;
  }
}

/** What comes into a folder: each photo waits for its own end, and keeps no other waiting. */
class Arrivals {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #watcher: FSWatcher;
  /** What is being written, by name, and whether something happened to it since it was last looked at. */
  readonly #settling = new Map<string, { again: boolean }>();
  /** One copy is told as several events, and what has been converted once rests as it did then. */
  readonly #rested = new Map<string, string>();
  readonly #ready: Source[] = [];
  #ended = false;
  #wake = (): void => {};

  constructor(folder: string, recursive: boolean, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
    const { ino } = statSync(folder);
    this.#watcher = watchFolder(folder, { recursive }, (kind, name) => {
      if (name === null || isHidden(dirname(name))) return;
      if (isPictureName(name)) void this.#settle(name);
      // A folder may have been filled before it came, or before anybody listened to it.
      else if (recursive && kind === 'rename') this.#settleAll(name).catch(() => {});
    });
    this.#watcher.on('error', (error) => this.#fail(error));
    signal.addEventListener('abort', () => this.#end());
    // A signal that has come already comes no more.
    if (signal.aborted) this.#end();
    void this.#watchOver(ino);
  }

  async *list(): AsyncGenerator<Source> {
    for (;;) {
      const next = this.#ready.shift();
      if (next) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async #settle(name: string): Promise<void> {
    const begun = this.#settling.get(name);
    if (begun) {
      begun.again = true;
      return;
    }
    const path = join(this.#folder, name);
    const entry = { again: true };
    this.#settling.set(name, entry);
    let state: string | null = null;
    while (entry.again && !this.#ended) {
      entry.again = false;
      state = await findRest(path, this.#signal).catch(() => null);
    }
    this.#settling.delete(name);
    if (state === null) this.#rested.delete(name);
    else if (this.#rested.get(name) !== state) {
      this.#rested.set(name, state);
      this.#add(foundAt(path, name));
    }
  }

  async #settleAll(inside: string): Promise<void> {
    if (isHidden(inside)) return;
    const entries = await opendir(join(this.#folder, inside));
    for await (const entry of entries) {
      const name = join(inside, entry.name);
      if (entry.isDirectory()) this.#settleAll(name).catch(() => {});
      else if (isPictureName(name)) void this.#settle(name);
    }
  }

  /** Stays as long as the folder does: nothing else keeps the process alive. */
  async #watchOver(inode: number): Promise<void> {
    while (!this.#ended) {
      if ((await findInode(this.#folder, inode)) !== inode) {
        const gone = new Error('This folder is not there any more, so nothing comes into it.');
        return this.#fail(Object.assign(gone, { code: 'no-folder' }));
      }
      await wait(folderMs, undefined, { signal: this.#signal }).catch(() => {});
    }
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#add({ path: this.#folder, name: this.#folder, unreadable: error });
    this.#end();
  }

  #add(source: Source): void {
    if (this.#ended) return;
    this.#ready.push(source);
    this.#wake();
  }

  #end(): void {
    this.#ended = true;
    this.#watcher.close();
    this.#wake();
  }
}

/**
 * Photos that come into a folder from now on, each when it has been written to its end, until the signal or
 * the end of the folder. What comes before anybody asks is kept.
 */
export function watchFor(
  folder: string,
  recursive: boolean,
  signal: AbortSignal,
): AsyncGenerator<Source> {
  try {
    return new Arrivals(folder, recursive, signal).list();
  } catch (error) {
    return cannotWatch(folder, error);
  }
}

async function* cannotWatch(folder: string, error: unknown): AsyncGenerator<Source> {
  yield { path: folder, name: folder, unreadable: error };
}
