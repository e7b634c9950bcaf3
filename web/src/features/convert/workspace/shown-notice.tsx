import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { Notice } from './notice.tsx';
import type { Notices } from './use-notices.ts';

/** The latest message, until it is closed. */
export function ShownNotice({ notices: { notice, notify } }: { notices: Notices }) {
  const { freeLimit } = useWorkspaceMessages();
  return (
    notice && <Notice notice={notice} closeLabel={freeLimit.close} onClose={() => notify(null)} />
  );
}
