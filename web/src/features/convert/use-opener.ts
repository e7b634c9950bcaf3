import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { hasKeptList, removeOldLists } from '../../site/browser/kept-list.ts';
import type { Conversion } from './conversion/conversion.ts';
import { hasHandedOver } from './handover/handed-over.ts';
import { findLoadedWorkspace, loadWorkspace } from './load-workspace.ts';
import { createOpening, type Opening } from './opening.ts';
import type { ToolKind } from './tools.ts';

const never = () => () => {};
const closed = { state: 'closed' } as const;

interface OpenedConverter {
  opening: Opening;
  /** Null until the first files have opened it. */
  conversion: Conversion | null;
  /** Whether there are no photos, not even waiting ones. */
  isEmpty: boolean;
  add: (files: readonly File[]) => void;
}

/** The conversion of this page: opened by the first files, or by those that were here before. */
export function useOpener(tool: ToolKind): OpenedConverter {
  const language = useLanguage();
  const [opener] = useState(() =>
    createOpening(
      tool,
      () => loadWorkspace(language),
      () => findLoadedWorkspace(language),
    ),
  );
  const opening = useSyncExternalStore(opener.subscribe, opener.read, () => closed);
  const conversion = opening.state === 'open' ? opening.conversion : null;
  const isEmpty = useIsEmpty(conversion);
  useAllowance(conversion);
  useEffect(() => () => conversion?.dispose(), [conversion]);
  useEffect(() => {
    void removeOldLists(Date.now());
    if (hasHandedOver() || hasKeptList(tool, Date.now())) opener.takeOver();
  }, [opener, tool]);
  return { opening, conversion, isEmpty, add: opener.add };
}

function useIsEmpty(conversion: Conversion | null): boolean {
  return useSyncExternalStore(
    conversion?.subscribe ?? never,
    () => filesOf(conversion).length === 0,
    () => true,
  );
}

/** Files in the list and waiting for it. */
export function filesOf(conversion: Conversion | null): File[] {
  if (conversion === null) return [];
  const { photos, waiting } = conversion.read();
  return [...photos, ...waiting].map(({ file }) => file);
}

/** Passes what the server allows this visitor on to the conversion. */
function useAllowance(conversion: Conversion | null): void {
  const { isPro, maxFiles } = useSession();
  useEffect(() => conversion?.setAllowance({ isPro, maxFiles }), [conversion, isPro, maxFiles]);
}
