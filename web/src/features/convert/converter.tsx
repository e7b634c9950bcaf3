import {
  type InputHTMLAttributes,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { showToast } from '../../ui/toast.tsx';
import { acceptAttribute } from './accept.ts';
import { bringIntoView } from './bring-into-view.ts';
import styles from './converter.module.css';
import { DropZone } from './intake/drop-zone.tsx';
import { IntakeNotice } from './intake/intake-notice.tsx';
import { useIntake } from './intake/use-intake.ts';
import { Loading, LoadFailed, LoadGuard } from './load-guard.tsx';
import type { Opening } from './opening.ts';
import { type FormatName, type ToolKind, tools } from './tools.ts';
import { filesOf, useOpener } from './use-opener.ts';
import { usePreparation } from './use-preparation.ts';

export type { ToolKind };

const WatchPanel = lazy(() => import('./watch/watch-panel.tsx'));
const ArchiveNotice = lazy(() => import('./intake/archive/archive-notice.tsx'));

// Supported by every browser, but missing in React's types.
const folderAttribute = { webkitdirectory: '' };

interface ConverterProps {
  tool: ToolKind;
  /** The format that the page is about, if it is about one. */
  from?: FormatName;
}

/**
 * The tool on every converter and tool page. Until there is a file, it is only a drop zone. The
 * list, its panels and the engine are fetched then, or earlier if that costs the visitor nothing.
 */
export function Converter({ tool, from }: ConverterProps) {
  const { dropZone } = useMessages().convert;
  const { opening, conversion, isEmpty, add } = useOpener(tool);
  const section = useRef<HTMLElement>(null);
  const prepare = usePreparation(section);
  const chooseInput = useRef<HTMLInputElement>(null);
  const moreInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const intake = useIntake(chooseInput, {
    onNear: prepare,
    onFiles: add,
    onShareFailed: useShareFailedToast(),
    present: () => filesOf(conversion),
  });
  useFocusWhenEmptied(isEmpty, chooseInput);
  const isReady = useIsReady();
  const [isWatchOpen, setIsWatchOpen] = useState(false);
  const canWatch = useCanWatch(isReady);
  const openPicker = (input: RefObject<HTMLInputElement | null>) => {
    prepare();
    input.current?.click();
  };
  const answers = useAnswers(tool, intake);
  return (
    <section
      ref={section}
      className={styles.converter}
      aria-label={dropZone.label}
      // Until the page's script runs, files can be chosen but not dropped or pasted.
      aria-busy={!isReady}
    >
      <HiddenPicker picker={moreInput} accept={acceptAttribute} onTake={intake.takeFrom} />
      <HiddenPicker picker={folderInput} {...folderAttribute} onTake={intake.takeFrom} />
      {isWatchOpen && (
        <LoadGuard>
          <WatchPanel tool={tool} conversion={conversion} onClose={() => setIsWatchOpen(false)} />
        </LoadGuard>
      )}
      {isEmpty && (
        <DropZone
          tool={tool}
          from={from ?? tools[tool].from}
          dragging={intake.dragging}
          chooseInput={chooseInput}
          onChoose={intake.takeFrom}
          onChooseFolder={() => openPicker(folderInput)}
          answers={answers}
          onWatch={canWatch && !isWatchOpen ? () => setIsWatchOpen(true) : null}
        />
      )}
      <OpenedTool
        tool={tool}
        opening={opening}
        answers={answers}
        onAdd={() => openPicker(moreInput)}
      />
      {intake.dragging && (
        <div className={styles.overlay} aria-hidden>
          <p>{dropZone.dropNow}</p>
        </div>
      )}
    </section>
  );
}

interface OpenedToolProps {
  tool: ToolKind;
  opening: Opening;
  answers: ReactNode;
  onAdd: () => void;
}

/** What the first files open. */
function OpenedTool({ tool, opening, answers, onAdd }: OpenedToolProps) {
  switch (opening.state) {
    case 'closed':
      return null;
    case 'loading':
      return <Loading />;
    case 'failed':
      return <LoadFailed />;
    case 'open':
      return (
        <LoadGuard>
          <opening.Workspace
            tool={tool}
            conversion={opening.conversion}
            answers={answers}
            onAdd={onAdd}
          />
        </LoadGuard>
      );
  }
}

/** What became of the files that were added; null if there is nothing to say. */
function useAnswers(
  tool: ToolKind,
  { opening: archive, report, dismissReport }: ReturnType<typeof useIntake>,
): ReactNode {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (report !== null) bringIntoView(notice.current, 'center');
  }, [report]);
  return (
    (archive || report) && (
      <>
        {archive && (
          <Suspense>
            <ArchiveNotice progress={archive.progress} onStop={archive.stop} />
          </Suspense>
        )}
        {report && (
          <IntakeNotice ref={notice} report={report} tool={tool} onDismiss={dismissReport} />
        )}
      </>
    )
  );
}

function useShareFailedToast(): () => void {
  const { shareFailed } = useMessages().convert;
  return useCallback(() => showToast({ title: shareFailed, tone: 'bad' }), [shareFailed]);
}

/** Clear and the last Remove take the focused button away with the list. */
function useFocusWhenEmptied(isEmpty: boolean, input: RefObject<HTMLInputElement | null>): void {
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) input.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty, input]);
}

function useCanWatch(isReady: boolean): boolean {
  const { isPro } = useSession();
  return isReady && isPro && 'showDirectoryPicker' in window;
}

const never = () => () => {};

/** Whether the page's script is running. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

interface HiddenPickerProps extends InputHTMLAttributes<HTMLInputElement> {
  picker: RefObject<HTMLInputElement | null>;
  onTake: (input: HTMLInputElement) => void;
}

/** The system's file dialog, opened by a button. */
function HiddenPicker({ picker, onTake, ...input }: HiddenPickerProps) {
  return (
    <input
      ref={picker}
      type="file"
      multiple
      hidden
      {...input}
      onChange={(event) => onTake(event.currentTarget)}
    />
  );
}
