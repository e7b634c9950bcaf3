import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../api/session.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { whenIdle } from '../../../site/browser/when-idle.ts';
import type { Language } from '../../../site/pages/language.ts';
import { Button } from '../../../ui/button.tsx';
import { bringIntoView } from '../bring-into-view.ts';
import type { ConversionState } from '../conversion/store.ts';
import { hasUnsaved } from '../conversion/photos.ts';
import { useEstimates } from '../estimates/use-estimates.ts';
import { formatBytes } from '../format-numbers.ts';
import type { TurnStep } from '../geometry/turn.ts';
import { useLanguageHandover } from '../handover/use-language-handover.ts';
import { useKeptTable } from '../handover/use-kept-table.ts';
import { useSystemSigns } from '../system/use-system-signs.ts';
import type { ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { ActionBar } from './action-bar.tsx';
import type { BrowserConversion } from './browser-conversion.ts';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';
import { Notice, type NoticeContent } from './notice.tsx';
import { fetchCropDialog, type Opened, OpenedDialog } from './opened-dialog.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { Sheet } from './sheet.tsx';
import { useConversionEvents } from './use-conversion-events.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useMatches } from './use-matches.ts';
import { useNotices } from './use-notices.ts';
import { useSpeaker } from './use-speaker.ts';
import styles from './workspace.module.css';

export { takeOver } from '../handover/kept-table.ts';
export { createBrowserConversion } from './browser-conversion.ts';

/**
 * Does in advance what would delay the first photo: styles added later restyle the whole page, and
 * formatting the first number with a unit takes Chromium ten milliseconds.
 */
export function rehearse(language: Language): void {
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

/** The bar is next to the photos, and the options above it take the remaining height. */
const lowAndWide = '(width >= 60rem) and (height < 48rem)';

/** The main part of the tool: the photos, the options next to them and the actions below. */
export default function Workspace({ tool, conversion, answers, onAdd }: WorkspaceProps) {
  const words = useWorkspaceMessages();
  const { isPro, maxFiles } = useSession();
  const state = useSyncExternalStore(conversion.subscribe, conversion.read);
  const { photos, waiting } = state;
  const { place, announce } = useSpeaker();
  const [question, setQuestion] = useState<LimitQuestion | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const startButton = useRef<HTMLButtonElement>(null);
  const downloadButton = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  useFocusAfterRun(state, downloadButton, startButton);
  const lookedAt = opened?.dialog === 'view' ? opened.id : null;
  const estimates = useEstimates(conversion, state, lookedAt, conversion.thumbnails.convertAfter);
  useSystemSigns(state);
  const kept = useKeptTable(conversion, tool);
  // Used after a button that was pressed has disappeared.
  const focusMain = () =>
    requestAnimationFrame(() => {
      (startButton.current ?? downloadButton.current)?.focus({ preventScroll: true });
    });
  const notices = useNotices(conversion, kept, focusMain);
  const { notice, notify } = notices;
  // A kept table is not lost with the page.
  const isLost = hasUnsaved(photos) && kept.keeping !== 'kept';
  useLanguageHandover(conversion, useLeaveGuard(isLost));
  useConversionEvents(conversion, {
    announce,
    notify,
    ask: setQuestion,
    asksAtLimit: useFlag('batch-operations-v2'),
    // Photos can be pasted and dropped while a dialog is open, and dialogs must not overlap.
    hasDialog: opened !== null,
    onAdded(isFirst) {
      if (isFirst) notify(null);
      requestAnimationFrame(() => {
        if (isFirst) startButton.current?.focus({ preventScroll: true });
        bringIntoView(table.current, 'start');
      });
    },
    onRestored: notices.onRestored,
    onFinished: notices.onFinished,
  });

  useEffect(() => whenIdle(fetchCropDialog), []);

  const turnAll = (step: TurnStep) =>
    conversion.turn(
      photos.map(({ id }) => id),
      step,
    );
  const isEmpty = photos.length === 0 && waiting.length === 0;
  // The button says that all are done.
  const isDone = !photos.some(conversion.needsConversion);
  const offer = notice?.link ? notice : null;
  const isBarFull = useMatches(lowAndWide);
  const happened = offer === null ? notice : null;
  const showNotice = (shown: NoticeContent | null) =>
    shown && (
      <Notice notice={shown} closeLabel={words.freeLimit.close} onClose={() => notify(null)} />
    );
  return (
    <>
      <output ref={place} className="visually-hidden" />
      {isEmpty && state.canUndoClear && (
        <p className={styles.undo}>
          {words.announce.cleared}
          <Button
            size="s"
            onClick={() => {
              conversion.undoClear();
              focusMain();
            }}
          >
            {words.list.undoClear}
          </Button>
        </p>
      )}
      {!isEmpty && (
        <div ref={table} className={styles.workspace} data-workspace data-panel={isPanelOpen}>
          <Sheet
            conversion={conversion}
            state={state}
            isPro={isPro}
            maxFiles={maxFiles}
            smallerBytes={estimates.smallerBytes}
            isKept={kept.keeping === 'kept'}
            offer={isDone && showNotice(offer)}
            notice={isBarFull && showNotice(happened)}
            answers={answers}
            bar={bar}
            onAdd={onAdd}
            onTurnAll={turnAll}
            onRemove={notices.removePhoto}
            onDropWaiting={notices.dropWaiting}
            onOpen={(dialog, id) => setOpened({ dialog, id })}
          />
          <div className={styles.side}>
            <SettingsPanel
              tool={tool}
              conversion={conversion}
              state={state}
              isPro={isPro}
              expected={() => estimates.expectedOf(photos)}
              onMore={() => setOpened({ dialog: 'more' })}
              onTurnAll={turnAll}
            />
            <ActionBar
              bar={bar}
              conversion={conversion}
              state={state}
              isPro={isPro}
              expectedSum={estimates.sum}
              startButton={startButton}
              downloadButton={downloadButton}
              isPanelOpen={isPanelOpen}
              onPanelToggle={() => setIsPanelOpen(!isPanelOpen)}
              onZipRefused={() => setQuestion({ kind: 'zip' })}
              onTrouble={(title, text) => notify({ title, text, tone: 'bad' })}
              onSaved={(title) => notify({ title, tone: 'good' })}
              notice={!isBarFull && showNotice(happened)}
            />
          </div>
        </div>
      )}
      {isEmpty && showNotice(notice)}
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

/** When the pressed button disappears, moves the focus to the next useful one. */
function useFocusAfterRun(
  { phase, run }: ConversionState,
  ...buttons: { current: HTMLButtonElement | null }[]
): void {
  // A photo converted ahead may be done before a rendering has shown that it started.
  const restingSince = phase === 'idle' ? (run?.endedAt ?? 0) : null;
  const last = useRef(restingSince);
  useEffect(() => {
    const before = last.current;
    last.current = restingSince;
    if (before === restingSince || restingSince === null) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) {
      buttons.find(({ current }) => current !== null)?.current?.focus({ preventScroll: true });
    }
  });
}
