import { LayoutGrid, List, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useDeferredValue, useId, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import type { ConversionState } from '../conversion/store.ts';
import type { Photo } from '../conversion/photos.ts';
import { summarize } from '../conversion/summary.ts';
import { formatBytes } from '../format-numbers.ts';
import type { TurnStep } from '../geometry/turn.ts';
import { type PhotoActions, PhotoCard, type PhotoDialog } from '../photos/photo-card.tsx';
import { TurnTools } from '../photos/turn-tools.tsx';
import { offerFile } from '../results/drag-out.ts';
import { collectResults, type Result } from '../results/results.ts';
import { downloadAll } from '../results/save.ts';
import { qualityPresets } from '../tools.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { BrowserConversion } from './browser-conversion.ts';
import styles from './photo-list.module.css';
import { useBarHeight } from './use-bar-height.ts';
import { WaitingList } from './waiting-list.tsx';

interface PhotoListProps {
  conversion: BrowserConversion;
  state: ConversionState;
  isPro: boolean;
  maxFiles: number;
  smallerBytes: (photo: Photo) => number | null;
  /** The list will be restored when the visitor comes back. */
  isKept: boolean;
  /** All three are below the photos, where they cover nothing. */
  offer: ReactNode;
  answers: ReactNode;
  /** The latest message, if the bar has no room for it. */
  notice: ReactNode;
  /** On a phone it covers the lower edge. */
  bar: RefObject<HTMLElement | null>;
  onAdd: () => void;
  onTurnAll: (step: TurnStep) => void;
  onRemove: (id: string) => void;
  onDropWaiting: () => void;
  onOpen: (dialog: PhotoDialog, id: string) => void;
}

type View = 'grid' | 'list';

/** More photos than this are easier to overview in a list. */
const maxInGrid = 8;

/**
 * Cards that are rendered at once. They fill a phone's window, so that nothing visible moves when
 * the others come.
 */
const firstCards = 12;

/** All photos, the actions on all of them, and the waiting files. */
export function PhotoList(props: PhotoListProps) {
  const { conversion, state, onAdd, bar } = props;
  const titleId = useId();
  const { photos } = state;
  const [chosen, setChosen] = useState<View | null>(null);
  const results = collectResults(photos, conversion.optionsFor);
  const view = chosen ?? (photos.length > maxInGrid ? 'list' : 'grid');
  // Rendering twenty cards at once delays key presses, and those further down may come a moment
  // later.
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, firstCards);
  const cards = useCardActions(props, results);
  return (
    <div className={styles.list}>
      <ListHead
        conversion={conversion}
        state={state}
        isKept={props.isKept}
        titleId={titleId}
        view={view}
        onView={setChosen}
        onAdd={onAdd}
        onTurnAll={props.onTurnAll}
      />
      <ol className={styles.photos} data-view={view} aria-labelledby={titleId}>
        {photos.slice(0, drawn).map((photo, index) => {
          const files = results.filter(({ id }) => id === photo.id);
          return (
            <PhotoCard
              key={photo.id}
              photo={photo}
              number={index + 1}
              resultName={files[0]?.name ?? ''}
              fileCount={files.length}
              isStale={photo.result !== null && conversion.needsConversion(photo)}
              smallerBytes={props.smallerBytes(photo)}
              thumbnails={conversion.thumbnails}
              {...cards}
            />
          );
        })}
      </ol>
      <WaitingList
        conversion={conversion}
        state={state}
        isPro={props.isPro}
        maxFiles={props.maxFiles}
        onDrop={props.onDropWaiting}
      />
      <div className={styles.below}>
        {props.offer && <div className={styles.offer}>{props.offer}</div>}
      </div>
      {(props.notice || props.answers) && (
        <Answers bar={bar}>
          {props.notice}
          {props.answers}
        </Answers>
      )}
    </div>
  );
}

interface ListHeadProps extends Pick<
  PhotoListProps,
  'conversion' | 'state' | 'isKept' | 'onAdd' | 'onTurnAll'
> {
  titleId: string;
  view: View;
  onView: (view: View) => void;
}

/** The number of photos, and the actions on all of them. */
function ListHead(props: ListHeadProps) {
  const { conversion, state, isKept, titleId, view, onView, onAdd, onTurnAll } = props;
  const { list, turning, keeping, waiting } = useWorkspaceMessages();
  const language = useLanguage();
  const { total, bytesIn } = summarize(state.photos);
  return (
    <div className={styles.head}>
      <h2 id={titleId} className={styles.title}>
        {list.title}
      </h2>
      <p className={styles.count}>
        {list.count(total)} · {formatBytes(bytesIn, language)}
        {state.waiting.length > 0 && ` · ${waiting.more(state.waiting.length)}`}
        {isKept && ` · ${keeping.mark}`}
      </p>
      <div className={styles.buttons}>
        <fieldset className={styles.views} aria-label={list.view}>
          {(['grid', 'list'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              aria-label={list.views[each]}
              onClick={() => onView(each)}
            >
              {each === 'grid' ? <LayoutGrid aria-hidden /> : <List aria-hidden />}
            </button>
          ))}
        </fieldset>
        <TurnTools labels={turning.all} className={styles.turn} onTurn={onTurnAll} />
        <Button size="s" kind="quiet" onClick={onAdd}>
          <Plus aria-hidden />
          {list.add}
        </Button>
        <Button size="s" kind="quiet" onClick={conversion.clear}>
          <Trash2 aria-hidden />
          {list.clear}
        </Button>
      </div>
    </div>
  );
}

/**
 * Callbacks of the cards. They stay the same, so that a card renders again only if its photo has
 * changed.
 */
function useCardActions(
  { conversion, state: { photos }, ...props }: PhotoListProps,
  results: readonly Result[],
): PhotoActions {
  const onRemove = useStableCallback((id: string) => {
    const index = photos.findIndex((photo) => photo.id === id);
    const neighbor = photos[index + 1] ?? photos[index - 1];
    props.onRemove(id);
    requestAnimationFrame(() => {
      if (neighbor) document.getElementById(`remove-${neighbor.id}`)?.focus();
    });
  });
  const onRetry = useStableCallback((id: string) => void conversion.retry(id));
  const onDownload = useStableCallback((id: string) => {
    void downloadAll(results.filter((result) => result.id === id));
    conversion.markSaved(photos.filter((photo) => photo.id === id));
  });
  const onDragOut = useStableCallback((id: string, transfer: DataTransfer) => {
    const file = results.find((result) => result.id === id);
    if (file) offerFile(transfer, file);
  });
  const onSmaller = useStableCallback((id: string) => {
    conversion.changeOwnOptions(id, { quality: qualityPresets.balanced });
    void conversion.retry(id);
  });
  const onMove = useStableCallback((from: number, to: number) => {
    const photo = photos[from];
    if (photo === undefined || to < 0 || to >= photos.length) return;
    conversion.moveTo(photo.id, to);
    // The moved element keeps its focus if the browser allows it.
    requestAnimationFrame(() => document.getElementById(`open-${photo.id}`)?.focus());
  });
  const onTurn = useStableCallback((id: string) => conversion.turn([id], 'right'));
  const onAsStored = useStableCallback(conversion.setAsStored);
  const onOpen = useStableCallback(props.onOpen);
  const recoding = conversion.videoRecoding;
  return {
    onRemove,
    onRetry,
    onDownload,
    onDragOut,
    onSmaller,
    onOpen,
    onMove,
    onTurn,
    onAsStored,
    recoding,
  };
}

/** Above the bar, whose height varies. */
function Answers({ bar, children }: Pick<PhotoListProps, 'bar'> & { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useBarHeight(bar, own);
  return (
    <div ref={own} className={styles.answers}>
      {children}
    </div>
  );
}
