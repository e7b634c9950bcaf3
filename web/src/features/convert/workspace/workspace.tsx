import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../api/session.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { whenIdle } from '../../../site/browser/when-idle.ts';
import type { Language } from '../../../site/pages/language.ts';
import { Button } from '../../../ui/button.tsx';
import { bringIntoView } from '../bring-into-view.ts';
import type { Conversion } from '../conversion/conversion.ts';
import { hasUnsaved } from '../conversion/photos.ts';
import { useEstimates } from '../estimates/use-estimates.ts';
import { formatBytes } from '../format-numbers.ts';
import { useKeptList } from '../handover/use-kept-list.ts';
import { useLanguageHandover } from '../handover/use-language-handover.ts';
import { useSystemSigns } from '../system/use-system-signs.ts';
import type { ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { BrowserConversion } from './browser-conversion.ts';
import { FilledWorkspace } from './filled-workspace.tsx';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';
import { fetchCropDialog, type Opened, OpenedDialog } from './opened-dialog.tsx';
import { ShownNotice } from './shown-notice.tsx';
import { useConversionEvents } from './use-conversion-events.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useMainFocus } from './use-main-focus.ts';
import { useNotices } from './use-notices.ts';
import { useSpeaker } from './use-speaker.ts';
import styles from './workspace.module.css';

export { takeOver } from '../handover/kept-list.ts';
export { createBrowserConversion } from './browser-conversion.ts';

/**
 * Does in advance what would delay the first photo: styles added later restyle the whole page, and
 * formatting the first number with a unit takes Chromium ten milliseconds.
 */
export function prepareWorkspace(language: Language): void {
  fetchCropDialog();
  formatBytes(0, language);
}

interface WorkspaceProps {
  tool: ToolKind;
  conversion: BrowserConversion;
  /** What became of the files that were added. */
  answers: ReactNode;
  onAdd: () => void;
}

/** The main part of the tool, with its messages and dialogs. */
export default function Workspace({ tool, conversion, answers, onAdd }: WorkspaceProps) {
  const { isPro } = useSession();
  const state = useSyncExternalStore(conversion.subscribe, conversion.read);
  const { place, announce } = useSpeaker();
  const [question, setQuestion] = useState<LimitQuestion | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const filled = useRef<HTMLDivElement>(null);
  const focus = useMainFocus(state);
  const viewed = opened?.dialog === 'view' ? opened.id : null;
  const estimates = useEstimates(conversion, state, viewed, conversion.thumbnails.convertAfter);
  useSystemSigns(state);
  const kept = useKeptList(conversion, tool);
  const isKept = kept.keeping === 'kept';
  const notices = useNotices(conversion, kept, focus.focusMain);
  // A kept list is not lost with the page.
  useLanguageHandover(conversion, useLeaveGuard(hasUnsaved(state.photos) && !isKept));
  useConversionEvents(conversion, {
    announce,
    notify: notices.notify,
    ask: setQuestion,
    asksAtLimit: useFlag('batch-operations-v2'),
    // Photos can be pasted and dropped while a dialog is open, and dialogs must not overlap.
    hasDialog: opened !== null,
    onAdded(isFirst) {
      if (isFirst) notices.notify(null);
      requestAnimationFrame(() => {
        if (isFirst) focus.startButton.current?.focus({ preventScroll: true });
        bringIntoView(filled.current, 'start');
      });
    },
    onRestored: notices.onRestored,
    onFinished: notices.onFinished,
  });
  useEffect(() => whenIdle(fetchCropDialog), []);

  const isEmpty = state.photos.length === 0 && state.waiting.length === 0;
  return (
    <>
      <output ref={place} className="visually-hidden" />
      {isEmpty && state.canUndoClear && (
        <UndoClear conversion={conversion} focusMain={focus.focusMain} />
      )}
      {!isEmpty && (
        <FilledWorkspace
          ref={filled}
          tool={tool}
          conversion={conversion}
          state={state}
          estimates={estimates}
          notices={notices}
          focus={focus}
          isKept={isKept}
          isPanelOpen={isPanelOpen}
          onPanelToggle={() => setIsPanelOpen(!isPanelOpen)}
          answers={answers}
          onAdd={onAdd}
          onOpen={setOpened}
          onZipRefused={() => setQuestion({ kind: 'zip' })}
        />
      )}
      {isEmpty && <ShownNotice notices={notices} />}
      {opened && (
        <OpenedDialog
          tool={tool}
          conversion={conversion}
          state={state}
          isPro={isPro}
          opened={opened}
          kept={kept}
          estimates={estimates}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
      {question && <LimitDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

interface UndoClearProps {
  conversion: Conversion;
  focusMain: () => void;
}

function UndoClear({ conversion, focusMain }: UndoClearProps) {
  const { announce, list } = useWorkspaceMessages();
  return (
    <p className={styles.undo}>
      {announce.cleared}
      <Button
        size="s"
        onClick={() => {
          conversion.undoClear();
          focusMain();
        }}
      >
        {list.undoClear}
      </Button>
    </p>
  );
}
