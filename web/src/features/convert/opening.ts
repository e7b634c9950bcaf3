import type { ToolKind } from './tools.ts';
import type { BrowserConversion } from './workspace/browser-conversion.ts';
import type * as WorkspaceModule from './workspace/workspace.tsx';

export type Opening =
  | { state: 'closed' | 'loading' | 'failed' }
  | {
      state: 'open';
      conversion: BrowserConversion;
      Workspace: (typeof WorkspaceModule)['default'];
    };

export interface Opener {
  read: () => Opening;
  subscribe: (listener: () => void) => () => void;
  add: (files: readonly File[]) => void;
  /** Restores what the previous page has handed over. */
  takeOver: () => void;
}

/**
 * The part of the converter in the page's first script: where files go. The first files load the
 * rest and create the conversion, once. What `loaded` already has is shown without a loading
 * message.
 */
export function createOpening(
  tool: ToolKind,
  load: () => Promise<typeof WorkspaceModule>,
  loaded: () => typeof WorkspaceModule | null = () => null,
): Opener {
  let opening: Opening = { state: 'closed' };
  let opened: Promise<{ conversion: BrowserConversion; module: typeof WorkspaceModule }> | null =
    null;
  const listeners = new Set<() => void>();

  function publish(next: Opening): void {
    opening = next;
    for (const listener of listeners) listener();
  }

  async function open(takesOver = false) {
    const ready = takesOver ? null : loaded();
    if (ready === null) publish({ state: 'loading' });
    try {
      const module = ready ?? (await load());
      const conversion = module.createBrowserConversion(tool);
      // Before the workspace renders, which keeps its own list and would take that one for another
      // tab's.
      if (takesOver) await restoreList(conversion, module);
      publish({ state: 'open', conversion, Workspace: module.default });
      return { conversion, module };
    } catch (thrown) {
      publish({ state: 'failed' });
      throw thrown;
    }
  }

  /** Never rejects: without that list the converter still works. */
  async function restoreList(
    conversion: BrowserConversion,
    { takeOver }: typeof WorkspaceModule,
  ): Promise<void> {
    try {
      const list = await takeOver(tool);
      if (list === null) return;
      conversion.restore(list);
      if (list.isCleared) conversion.clear();
    } catch {
      // There is nothing to restore.
    }
  }

  return {
    read: () => opening,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
      opened ??= open();
      // The error is shown on the screen.
      opened.then(
        ({ conversion }) => void conversion.add(files),
        () => {},
      );
    },
    takeOver() {
      opened ??= open(true);
      // The error is shown on the screen.
      opened.catch(() => {});
    },
  };
}
