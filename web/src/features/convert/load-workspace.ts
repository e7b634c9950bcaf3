import type { Language } from '../../site/pages/language.ts';
import { useWorkspaceMessages } from './use-workspace-messages.ts';
import type * as WorkspaceModule from './workspace/workspace.tsx';

/** Results of `loadWorkspace`. */
const loaded = new Map<Language, typeof WorkspaceModule>();

/** Loads the workspace with its messages, which it cannot be rendered without. */
export async function loadWorkspace(language: Language): Promise<typeof WorkspaceModule> {
  const [workspace] = await Promise.all([
    import('./workspace/workspace.tsx'),
    useWorkspaceMessages.load(language),
  ]);
  loaded.set(language, workspace);
  return workspace;
}

/** Null if it is not loaded yet. */
export function findLoadedWorkspace(language: Language): typeof WorkspaceModule | null {
  return loaded.get(language) ?? null;
}
