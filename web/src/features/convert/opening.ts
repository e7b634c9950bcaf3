import type { Conversion } from './conversion/conversion.ts';
import type { ToolKind } from './tools.ts';
import type * as WorkspaceModule from './workspace/workspace.tsx';

type Opening =
  | { state: 'closed' | 'loading' | 'failed' }
  | { state: 'open'; conversion: Conversion; Workspace: (typeof WorkspaceModule)['default'] };

export interface Opener {
  read: () => Opening;
  subscribe: (listener: () => void) => () => void;
  add: (files: readonly File[]) => void;
  /** Lays out what the page before has handed over. */
  takeOver: () => void;
}

/**
 * What the page's first script knows of the converter: where files go. With the first of them the
 * rest is fetched and the conversion is made, once. What `loaded` has is drawn without saying that it is fetched.
 */
export function createOpening(
  tool: ToolKind,
  load: () => Promise<typeof WorkspaceModule>,
  loaded: () => typeof WorkspaceModule | null = () => null,
): Opener {
  let opening: Opening = { state: 'closed' };
  let opened: Promise<{ conversion: Conversion; module: typeof WorkspaceModule }> | null = null;
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
      // Before the workspace is drawn, which keeps its own table and takes that for another tab's.
      if (takesOver) await restoreTable(conversion, module);
      publish({ state: 'open', conversion, Workspace: module.default });
      return { conversion, module };
    } catch (thrown) {
      publish({ state: 'failed' });
      throw thrown;
    }
  }

  /** Never rejects: without that table there is still a converter. */
  async function restoreTable(
    conversion: Conversion,
    { takeOver }: typeof WorkspaceModule,
  ): Promise<void> {
    try {
      const table = await takeOver(tool);
      if (table === null) return;
      conversion.restore(table);
      if (table.isCleared) conversion.clear();
    } catch {
      // Nothing is there to be laid out.
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
      // What went wrong is on the screen.
      opened.then(
        ({ conversion }) => void conversion.add(files),
        () => {},
      );
    },
    takeOver() {
      opened ??= open(true);
      // What went wrong is on the screen.
      opened.catch(() => {});
    },
  };
}
