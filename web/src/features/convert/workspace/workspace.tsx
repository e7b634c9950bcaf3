import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { whenIdle } from '../../../site/browser/when-idle.ts';
import type { Language } from '../../../site/pages/language.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { bringIntoView } from '../bring-into-view.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import { hasUnsaved } from '../conversion/photos.ts';
import { useEstimates } from '../estimates/use-estimates.ts';
import { formatBytes } from '../format-numbers.ts';
import type { TurnStep } from '../geometry/turn.ts';
import { useLanguageHandover } from '../handover/use-language-handover.ts';
import { type KeptTable, useKeptTable } from '../handover/use-kept-table.ts';
import { MoreOptions } from '../options/more-options.tsx';
import { OwnOptions } from '../options/own-options.tsx';
import { PanelFace } from '../options/panel-face.tsx';
import type { PhotoDialog } from '../photos/photo-card.tsx';
import { developAfter } from '../photos/thumbnails.ts';
import { TurnTools } from '../photos/turn-tools.tsx';
import { useSystemSigns } from '../system/use-system-signs.ts';
import type { ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { exampleNames } from '../results/results.ts';
import { ActionBar } from './action-bar.tsx';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';
import { Notice, type NoticeContent } from './notice.tsx';
import { canOfferPro } from './offer-pro.ts';
import { Sheet } from './sheet.tsx';
import { useConversionEvents } from './use-conversion-events.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useMatches } from './use-matches.ts';
import { useSpeaker } from './use-speaker.ts';
import styles from './workspace.module.css';

export { takeOver } from '../handover/kept-table.ts';
export { createBrowserConversion } from './browser-conversion.ts';

const loadCropDialog = () => import('../viewer/crop-dialog.tsx');
const CropDialog = lazy(loadCropDialog);

/** Fetched ahead of need: the network may be gone by then, and the tool goes on without one. */
function fetchCropDialog(): void {
  loadCropDialog().catch(() => {});
}

/**
 * Does what the first photo would wait for while there is none yet: styles that come later have the whole page
 * styled anew, and the first number with a unit takes Chromium ten milliseconds.
 */
export function rehearse(language: Language): void {
  fetchCropDialog();
  formatBytes(0, language);
}

interface WorkspaceProps {
  tool: ToolKind;
  conversion: Conversion;
  /** Which files were refused, for those who read. */
  refusals: ReactNode;
  onAdd: () => void;
}

/** The bar stands beside the photos, and the settings above it take the rest of the height. */
const lowAndWide = '(width >= 60rem) and (height < 48rem)';

type Opened = { dialog: PhotoDialog; id: string } | { dialog: 'more' };

/** What the visitor works at: the photos, the options beside them and the actions below. */
export default function Workspace({ tool, conversion, refusals, onAdd }: WorkspaceProps) {
  const words = useWorkspaceMessages();
  const language = useLanguage();
  const { isPro, maxFiles } = useSession();
  const state = useSyncExternalStore(conversion.subscribe, conversion.read);
  const { photos, waiting, phase, options } = state;
  const { place, announce } = useSpeaker();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [question, setQuestion] = useState<LimitQuestion | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const startButton = useRef<HTMLButtonElement>(null);
  const downloadButton = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  useFocusAfterRun(state, downloadButton, startButton);
  const lookedAt = opened?.dialog === 'view' ? opened.id : null;
  // Frames are developed when sizes have been measured.
  const estimates = useEstimates(conversion, state, lookedAt, developAfter);
  useSystemSigns(state);
  const kept = useKeptTable(conversion, tool);
  // What is kept is not lost with the page.
  const isLost = hasUnsaved(photos) && kept.keeping !== 'kept';
  useLanguageHandover(conversion, useLeaveGuard(isLost));
  useConversionEvents(conversion, {
    announce,
    notify: setNotice,
    ask: setQuestion,
    asksAtLimit: useFlag('batch-operations-v2'),
    // Photos can be pasted and dropped there, too: no dialog lies over another.
    hasDialog: opened !== null,
    onAdded(isFirst) {
      if (isFirst) setNotice(null);
      requestAnimationFrame(() => {
        if (isFirst) startButton.current?.focus({ preventScroll: true });
        bringIntoView(table.current, 'start');
      });
    },
    onRestored() {
      if (!kept.cameBack()) return;
      const action = { label: words.keeping.forget, run: () => kept.want(false) };
      setNotice({ title: words.keeping.back, tone: 'plain', action });
    },
    onFinished(isAsAsked) {
      if (isAsAsked && !isPro && canOfferPro()) {
        const { title, text, go } = words.offer;
        const link = { label: go, href: pathOf('pricing', language) };
        setNotice({ title, text, tone: 'good', link });
      }
    },
  });

  useEffect(() => whenIdle(fetchCropDialog), []);

  const close = () => setOpened(null);
  // Where a button has done its work and is gone.
  const focusMain = () =>
    requestAnimationFrame(() => {
      (startButton.current ?? downloadButton.current)?.focus({ preventScroll: true });
    });
  const dropWaiting = () => {
    const title = words.waiting.dropped(waiting.length);
    const undo = conversion.dropWaiting();
    const run = () => {
      undo();
      focusMain();
    };
    setNotice({ title, tone: 'plain', action: { label: words.list.undoClear, run } });
    focusMain();
  };
  const removePhoto = (id: string) => {
    const name = photos.find((photo) => photo.id === id)?.file.name ?? '';
    const putBack = conversion.remove(id);
    const run = () => {
      putBack();
      requestAnimationFrame(() => document.getElementById(`remove-${id}`)?.focus());
    };
    const action = { label: words.list.undoClear, run };
    setNotice({ title: words.announce.removed(name), tone: 'plain', isSpoken: true, action });
  };
  const turnAll = (step: TurnStep) =>
    conversion.turn(
      photos.map(({ id }) => id),
      step,
    );
  const isEmpty = photos.length === 0 && waiting.length === 0;
  // It says that all are done.
  const isDone = !photos.some(conversion.needsConversion);
  const offer = notice?.link ? notice : null;
  const isBarFull = useMatches(lowAndWide);
  const happened = offer === null ? notice : null;
  const showNotice = (shown: NoticeContent | null) =>
    shown && (
      <Notice notice={shown} closeLabel={words.freeLimit.close} onClose={() => setNotice(null)} />
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
            refusals={refusals}
            bar={bar}
            onAdd={onAdd}
            onTurnAll={turnAll}
            onRemove={removePhoto}
            onDropWaiting={dropWaiting}
            onOpen={(dialog, id) => setOpened({ dialog, id })}
          />
          <div className={styles.side}>
            {/* While photos convert, what they convert with stands still. */}
            <fieldset className={styles.panel} disabled={phase !== 'idle'}>
              <legend className="visually-hidden">{words.actions.settings}</legend>
              <PanelFace
                tool={tool}
                options={options}
                onChange={conversion.setOptions}
                isPro={isPro}
                expected={() => estimates.expectedOf(photos)}
              />
              <div className={styles.further}>
                <Button
                  size="s"
                  aria-haspopup="dialog"
                  onClick={() => setOpened({ dialog: 'more' })}
                >
                  {words.advanced.title}
                </Button>
                <TurnTools labels={words.turning.all} className={styles.turn} onTurn={turnAll} />
              </div>
            </fieldset>
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
              onTrouble={(title, text) => setNotice({ title, text, tone: 'bad' })}
              onSaved={(title) => setNotice({ title, tone: 'good' })}
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
          onClose={close}
        />
      )}
      {question && <LimitDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

interface OpenedDialogProps {
  tool: ToolKind;
  conversion: Conversion;
  state: ConversionState;
  isPro: boolean;
  opened: Opened;
  kept: KeptTable;
  estimates: Pick<ReturnType<typeof useEstimates>, 'bytesOf' | 'expectedOf'>;
  onOpen: (opened: Opened) => void;
  onClose: () => void;
}

/** The one dialog that is open. */
function OpenedDialog(props: OpenedDialogProps) {
  const { tool, conversion, state, isPro, opened, kept, estimates, onOpen, onClose } = props;
  const { photos, options } = state;
  if (opened.dialog === 'more') {
    return (
      <MoreOptions
        tool={tool}
        options={options}
        kept={kept}
        nameExamples={exampleNames(photos, conversion.optionsFor)}
        onChange={conversion.setOptions}
        onClose={onClose}
      />
    );
  }
  const photo = photos.find(({ id }) => id === opened.id);
  if (photo === undefined) return null;
  switch (opened.dialog) {
    case 'crop':
      return (
        <Suspense fallback={null}>
          <CropDialog
            photo={photo}
            options={conversion.optionsFor(photo)}
            photos={photos}
            conversion={conversion}
            onClose={onClose}
          />
        </Suspense>
      );
    case 'options':
      return (
        <OwnOptions
          tool={tool}
          photo={photo}
          conversion={conversion}
          isPro={isPro}
          expected={() => estimates.expectedOf([photo])}
          onClose={onClose}
        />
      );
    case 'view':
      return (
        <Viewer
          tool={tool}
          state={state}
          photo={photo}
          conversion={conversion}
          isPro={isPro}
          bytesOf={estimates.bytesOf}
          onShow={(id) => onOpen({ dialog: 'view', id })}
          onOpen={(dialog) => onOpen({ dialog, id: photo.id })}
          onClose={onClose}
        />
      );
  }
}

/** Whoever pressed a button that is gone now stands on the next one that makes sense. */
function useFocusAfterRun(
  { phase, run }: ConversionState,
  ...buttons: { current: HTMLButtonElement | null }[]
): void {
  // What was converted ahead may end before it was drawn that it began.
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
