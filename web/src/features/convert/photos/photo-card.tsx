import {
  Columns2,
  Crop,
  Download,
  Info,
  RotateCcw,
  RotateCwSquare,
  SlidersHorizontal,
  X,
} from 'lucide-react';
import { type DragEvent, memo, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Photo, statusOf } from '../conversion/photos.ts';
import type { VideoRecoding } from '../conversion/batches/video-recoding.ts';
import { draggedType } from '../results/drag-out.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-card.module.css';
import { CardFacts } from './card-facts.tsx';
import { hasNotes, PhotoNotes } from './photo-notes.tsx';
import { PhotoState } from './photo-state.tsx';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import type { Thumbnails } from './thumbnails.ts';

export type PhotoDialog = 'crop' | 'view' | 'options';

export interface PhotoActions {
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onDownload: (id: string) => void;
  /** The photo is being dragged, perhaps out of the window. */
  onDragOut: (id: string, transfer: DataTransfer) => void;
  onSmaller: (id: string) => void;
  onOpen: (dialog: PhotoDialog, id: string) => void;
  onTurn: (id: string) => void;
  onAsStored: (id: string, asStored: boolean) => void;
  recoding: VideoRecoding;
  /** Moves by one place with the keyboard, or onto another photo's place with the pointer. */
  onMove: (from: number, to: number) => void;
}

interface PhotoCardProps extends PhotoActions {
  photo: Photo;
  number: number;
  /** Name of its result; empty before there is one. */
  resultName: string;
  /** Number of files that it became; 0 before there is a result. */
  fileCount: number;
  /** The result, if there is one, was made with other options than the current ones. */
  isStale: boolean;
  smallerBytes: number | null;
  thumbnails: Thumbnails;
}

/** One photo: its picture, facts and actions. */
export const PhotoCard = memo(function PhotoCard(props: PhotoCardProps) {
  const { photo } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the picture, too
    <li className={styles.card} data-state={statusOf(photo)} draggable {...dragHandlers(props)}>
      <Picture {...props} />
      <Caption {...props} />
      <Tools {...props} />
    </li>
  );
});

/** Drags the photo onto another one's place or out of the window, and takes another's place. */
function dragHandlers({ photo: { id, result }, number, onDragOut, onMove }: PhotoCardProps) {
  return {
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(draggedType, String(number - 1));
      if (result !== null) onDragOut(id, event.dataTransfer);
    },
    onDragOver(event: DragEvent) {
      if (isPhotoDrag(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!isPhotoDrag(event)) return;
      event.preventDefault();
      onMove(Number(event.dataTransfer.getData(draggedType)), number - 1);
    },
  };
}

/** The picture, which opens the large one, and the button that removes the photo. */
function Picture({ photo, number, isStale, thumbnails, ...actions }: PhotoCardProps) {
  const { onRemove, onOpen, onMove } = actions;
  const { list } = useWorkspaceMessages();
  const { id, file, result } = photo;
  const { name } = file;
  return (
    <div className={styles.picture}>
      <button
        type="button"
        id={`open-${id}`}
        className={styles.open}
        aria-label={result === null ? list.openFile(name) : list.compareFile(name)}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        onClick={() => onOpen('view', id)}
        onKeyDown={(event) => {
          if (!event.altKey || !(event.key in steps)) return;
          event.preventDefault();
          onMove(number - 1, number - 1 + steps[event.key as keyof typeof steps]);
        }}
      >
        <PhotoThumbnail
          photo={photo}
          showsResult={result !== null && !isStale}
          thumbnails={thumbnails}
        />
      </button>
      <span className={`edge ${styles.number}`} aria-hidden>
        {number}
      </span>
      {result !== null && (
        <span className={styles.compare} aria-hidden>
          <Columns2 />
        </span>
      )}
      <button
        id={`remove-${id}`}
        type="button"
        className={styles.remove}
        aria-label={statusOf(photo) === 'converting' ? list.stop(name) : list.remove(name)}
        onClick={() => onRemove(id)}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}

/** Name, facts and state. */
function Caption({ photo, isStale, fileCount, smallerBytes, ...actions }: PhotoCardProps) {
  const { onSmaller, onAsStored, recoding } = actions;
  const { name } = photo.file;
  return (
    <div className={styles.caption}>
      <p className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </p>
      <CardFacts photo={photo} isStale={isStale} fileCount={fileCount} />
      <PhotoState
        photo={photo}
        isStale={isStale}
        smallerBytes={smallerBytes}
        onSmaller={() => onSmaller(photo.id)}
      />
      {hasNotes(photo, isStale) && (
        <div className={styles.notes}>
          <PhotoNotes
            photo={photo}
            isStale={isStale}
            onAsStored={(asStored) => onAsStored(photo.id, asStored)}
            recoding={recoding}
          />
        </div>
      )}
    </div>
  );
}

/** What can be done with the photo. */
function Tools({ photo, isStale, resultName, ...actions }: PhotoCardProps) {
  const { onRetry, onDownload, onOpen, onTurn } = actions;
  const { list, turning } = useWorkspaceMessages();
  const { id, file, result } = photo;
  const { name } = file;
  const status = statusOf(photo);
  return (
    <div className={styles.tools}>
      {/* A list has one line per photo; the rest is shown with the large picture. */}
      {hasNotes(photo, isStale) && (
        <button
          type="button"
          className={styles.info}
          aria-label={list.notesOf(name)}
          title={list.notesOf(name)}
          onClick={() => onOpen('view', id)}
        >
          <Info aria-hidden />
        </button>
      )}
      {status === 'error' && (
        <Tool hint={list.retry} label={list.retryFile(name)} onClick={() => onRetry(id)}>
          <RotateCcw aria-hidden />
        </Tool>
      )}
      {result !== null && (
        <Tool
          hint={list.download}
          label={list.downloadFile(resultName)}
          onClick={() => onDownload(id)}
        >
          <Download aria-hidden />
        </Tool>
      )}
      {status !== 'converting' && (
        <div className={styles.rare}>
          <Tool hint={turning.one.right} label={turning.oneFile(name)} onClick={() => onTurn(id)}>
            <RotateCwSquare aria-hidden />
          </Tool>
          {status !== 'error' && (
            <Tool hint={list.crop} label={list.cropFile(name)} onClick={() => onOpen('crop', id)}>
              <Crop aria-hidden />
            </Tool>
          )}
          <Tool hint={list.own} label={list.ownFile(name)} onClick={() => onOpen('options', id)}>
            <SlidersHorizontal aria-hidden />
          </Tool>
        </div>
      )}
    </div>
  );
}

const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function isPhotoDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(draggedType);
}

interface ToolProps {
  /** The tooltip. */
  hint: string;
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ hint, label, onClick, children }: ToolProps) {
  return (
    <Button size="s" className={styles.tool} title={hint} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}
