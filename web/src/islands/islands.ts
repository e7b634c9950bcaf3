import type { ComponentType } from 'react';
import type { IslandName } from '../site/pages/pages.ts';

interface IslandModule {
  /** Its props are in the page as JSON, written by the same component during prerendering. */
  default: ComponentType<Record<string, unknown>>;
}

const modules = {
  home: () => import('./home.tsx'),
  tool: () => import('./tool.tsx'),
  tools: () => import('./tools.tsx'),
  plain: () => import('./plain.tsx'),
  feature: () => import('./feature.tsx'),
} satisfies Record<IslandName, () => Promise<unknown>>;

export function loadIsland(name: string): Promise<IslandModule> {
  if (!(name in modules)) throw new Error(`No island is called ${name}`);
  return modules[name as IslandName]() as Promise<unknown> as Promise<IslandModule>;
}
