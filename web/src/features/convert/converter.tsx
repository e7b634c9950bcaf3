import {
  Component,
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
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Language } from '../../site/pages/language.ts';
import { showToast } from '../../ui/toast.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { bringIntoView } from './bring-into-view.ts';
import type { Conversion } from './conversion/conversion.ts';
import styles from './converter.module.css';
import { warmUp } from './engine.ts';
import { acceptAttribute } from './accept.ts';
import { hasKeptTable, removeOldTables } from '../../site/browser/kept-table.ts';
import { whenIdle } from '../../site/browser/when-idle.ts';
import { hasHandedOver } from './handover/handed-over.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { DropZone } from './intake/drop-zone.tsx';
import { IntakeNotice } from './intake/intake-notice.tsx';
import { useIntake } from './intake/use-intake.ts';
import { createOpening } from './opening.ts';
import { type FormatName, type ToolKind, tools } from './tools.ts';
import { useWorkspaceMessages } from './use-workspace-messages.ts';
import type * as WorkspaceModule from './workspace/workspace.tsx';

export type { ToolKind };

const WatchPanel = lazy(() => import('./watch/watch-panel.tsx'));
const ArchiveNotice = lazy(() => import('./intake/archive/archive-notice.tsx'));

// Supported by every browser, but missing in React's types.
const folderAttribute = { webkitdirectory: '' };

const never = () => () => {};
const closed = { state: 'closed' } as const;

interface ConverterProps {
  tool: ToolKind;
  /** The format that the page is about, if it is about one. */
  from?: FormatName;
}

/** Results of `loadWorkspace`. */
const loadedWorkspaces = new Map<Language, typeof WorkspaceModule>();

/** Loads the workspace with its messages, which it cannot be rendered without. */
async function loadWorkspace(language: Language) {
  const [workspace] = await Promise.all([
    import('./workspace/workspace.tsx'),
    useWorkspaceMessages.load(language),
  ]);
  loadedWorkspaces.set(language, workspace);
  return workspace;
}

/**
 * The tool on every converter and tool page. Until there is a file, it is only a drop zone. The
 * list, its panels and the engine are fetched then, or earlier if that costs the visitor nothing.
 */
export function Converter({ tool, from }: ConverterProps) {
  const { convert } = useMessages();
  const language = useLanguage();
  const [converter] = useState(() =>
    createOpening(
      tool,
      () => loadWorkspace(language),
      () => loadedWorkspaces.get(language) ?? null,
    ),
  );
  const opening = useSyncExternalStore(converter.subscribe, converter.read, () => closed);
  const conversion = opening.state === 'open' ? opening.conversion : null;
  const isEmpty = useIsEmpty(conversion);
  useAllowance(conversion);
  useEffect(() => () => conversion?.dispose(), [conversion]);
  useEffect(() => {
    void removeOldTables(Date.now());
    if (hasHandedOver() || hasKeptTable(tool, Date.now())) converter.takeOver();
  }, [converter, tool]);
  const section = useRef<HTMLElement>(null);
  const prepare = usePreparation(section);
  const chooseInput = useRef<HTMLInputElement>(null);
  const moreInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const { shareFailed } = convert;
  const sayShareFailed = useCallback(
    () => showToast({ title: shareFailed, tone: 'bad' }),
    [shareFailed],
  );
  const intake = useIntake(chooseInput, {
    onNear: prepare,
    onFiles: converter.add,
    onShareFailed: sayShareFailed,
    present: () => filesOn(conversion),
  });
  const { dragging, report, opening: archive } = intake;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (report !== null) bringIntoView(notice.current, 'center');
  }, [report]);
  const isReady = useIsReady();
  // Clear and the last Remove take the focused button away with the list.
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) chooseInput.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const [isWatchOpen, setIsWatchOpen] = useState(false);
  const { isPro } = useSession();
  const canWatch = isReady && isPro && 'showDirectoryPicker' in window;
  const openPicker = (input: RefObject<HTMLInputElement | null>) => {
    prepare();
    input.current?.click();
  };

  const answers = (archive || report) && (
    <>
      {archive && (
        <Suspense>
          <ArchiveNotice progress={archive.progress} onStop={archive.stop} />
        </Suspense>
      )}
      {report && (
        <IntakeNotice ref={notice} report={report} tool={tool} onDismiss={intake.dismissReport} />
      )}
    </>
  );
  return (
    <section
      ref={section}
      className={styles.converter}
      aria-label={convert.dropZone.label}
      // Until the page's script runs, files can be chosen but not dropped or pasted.
      aria-busy={!isReady}
    >
      <HiddenPicker picker={moreInput} accept={acceptAttribute} onTake={intake.takeFrom} />
      <HiddenPicker picker={folderInput} {...folderAttribute} onTake={intake.takeFrom} />
      {isWatchOpen && (
        <Loaded>
          <WatchPanel tool={tool} conversion={conversion} onClose={() => setIsWatchOpen(false)} />
        </Loaded>
      )}
      {isEmpty && (
        <DropZone
          tool={tool}
          from={from ?? tools[tool].from}
          dragging={dragging}
          chooseInput={chooseInput}
          onChoose={intake.takeFrom}
          onChooseFolder={() => openPicker(folderInput)}
          answers={answers}
          onWatch={canWatch && !isWatchOpen ? () => setIsWatchOpen(true) : null}
        />
      )}
      {opening.state === 'loading' && <Loading />}
      {opening.state === 'failed' && <LoadFailed />}
      {opening.state === 'open' && (
        <Loaded>
          <opening.Workspace
            tool={tool}
            conversion={opening.conversion}
            answers={answers}
            onAdd={() => openPicker(moreInput)}
          />
        </Loaded>
      )}
      {dragging && (
        <div className={styles.overlay} aria-hidden>
          <p>{convert.dropZone.dropNow}</p>
        </div>
      )}
    </section>
  );
}

/** Fetches what the first file will need when a file is likely to come. */
function usePreparation(place: RefObject<HTMLElement | null>): () => void {
  const language = useLanguage();
  const prepare = useCallback(() => {
    warmUp();
    loadWorkspace(language).then(
      ({ rehearse }) => whenIdle(() => rehearse(language)),
      // Fetched again when it is needed; errors are shown then.
      () => {},
    );
  }, [language]);
  useEffect(
    () => (place.current === null ? undefined : fetchAhead(place.current, prepare)),
    [place, prepare],
  );
  return prepare;
}

/** Whether the page's script is running. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function useIsEmpty(conversion: Conversion | null): boolean {
  return useSyncExternalStore(
    conversion?.subscribe ?? never,
    () => conversion === null || isTableEmpty(conversion),
    () => true,
  );
}

/** Files on the table and waiting for it. */
function filesOn(conversion: Conversion | null): File[] {
  if (conversion === null) return [];
  const { photos, waiting } = conversion.read();
  return [...photos, ...waiting].map(({ file }) => file);
}

function isTableEmpty(conversion: Conversion): boolean {
  const { photos, waiting } = conversion.read();
  return photos.length === 0 && waiting.length === 0;
}

/** Passes what the server allows this visitor on to the conversion. */
function useAllowance(conversion: Conversion | null): void {
  const { isPro, maxFiles } = useSession();
  useEffect(() => conversion?.setAllowance({ isPro, maxFiles }), [conversion, isPro, maxFiles]);
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

function Loading() {
  const { convert } = useMessages();
  const { loading } = convert.dropZone;
  return (
    <div className={styles.loading}>
      <Spinner label={loading} />
      <p aria-hidden>{loading}</p>
    </div>
  );
}

function LoadFailed() {
  const { convert } = useMessages();
  return (
    <div role="alert" className={styles.loading}>
      <p>{convert.dropZone.loadFailed}</p>
      {/* Browsers keep a failed module in their module map, so only a reload helps. */}
      <button type="button" onClick={() => window.location.reload()}>
        {convert.dropZone.tryAgain}
      </button>
    </div>
  );
}

/** Shows a loading message while its code is fetched. */
function Loaded({ children }: { children: ReactNode }) {
  return (
    <LoadGuard>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </LoadGuard>
  );
}

class LoadGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <LoadFailed /> : this.props.children;
  }
}
