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
import type { ConvertResult } from '@stillpix/engine';
import { type DragEvent, memo, type ReactNode } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesBefore, type Photo, statusOf } from '../conversion/photos.ts';
import type { VideoRecoding } from '../conversion/video-recoding.ts';
import { turnSize } from '../geometry/turn.ts';
import { formatBytes } from '../format-numbers.ts';
import { draggedType } from '../results/drag-out.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-card.module.css';
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
  const { photo, number, isStale, onRemove, onRetry, onDownload, onOpen, onMove } = props;
  const { list, turning } = useWorkspaceMessages();
  const { id, file, result } = photo;
  const status = statusOf(photo);
  const { name } = file;
  const isNoted = hasNotes(photo, isStale);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the picture, too
    <li
      className={styles.card}
      data-state={status}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, String(number - 1));
        if (result !== null) props.onDragOut(id, event.dataTransfer);
      }}
      onDragOver={(event) => {
        if (isPhotoDrag(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isPhotoDrag(event)) return;
        event.preventDefault();
        onMove(Number(event.dataTransfer.getData(draggedType)), number - 1);
      }}
    >
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
            thumbnails={props.thumbnails}
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
          aria-label={status === 'converting' ? list.stop(name) : list.remove(name)}
          onClick={() => onRemove(id)}
        >
          <X aria-hidden />
        </button>
      </div>
      <div className={styles.caption}>
        <p className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </p>
        <Facts photo={photo} isStale={isStale} fileCount={props.fileCount} />
        <PhotoState
          photo={photo}
          isStale={isStale}
          smallerBytes={props.smallerBytes}
          onSmaller={() => props.onSmaller(id)}
        />
        {isNoted && (
          <div className={styles.notes}>
            <PhotoNotes
              photo={photo}
              isStale={isStale}
              onAsStored={(asStored) => props.onAsStored(id, asStored)}
              recoding={props.recoding}
            />
          </div>
        )}
      </div>
      <div className={styles.tools}>
        {/* A list has one line per photo; the rest is shown with the large picture. */}
        {isNoted && (
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
            label={list.downloadFile(props.resultName)}
            onClick={() => onDownload(id)}
          >
            <Download aria-hidden />
          </Tool>
        )}
        {status !== 'converting' && (
          <div className={styles.rare}>
            <Tool
              hint={turning.one.right}
              label={turning.oneFile(name)}
              onClick={() => props.onTurn(id)}
            >
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
    </li>
  );
});

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

type FactsProps = Pick<PhotoCardProps, 'photo' | 'isStale' | 'fileCount'>;

function Facts({ photo, isStale, fileCount }: FactsProps) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const converted = isStale ? null : (photo.result?.converted ?? null);
  const before = formatBytes(converted ? bytesBefore(photo) : photo.file.size, language);
  const dimensions = photo.dimensions && turnSize(photo.dimensions, photo.turn);
  const isResized =
    converted !== null &&
    (converted.width !== dimensions?.width || converted.height !== dimensions.height);
  const shown = isResized ? converted : converted === null ? dimensions : null;
  return (
    <p className={styles.facts}>
      {photo.own !== null && <span className={styles.own}>{list.own}</span>}
      {converted !== null ? (
        <span>
          <span aria-hidden>
            {before} → {formatBytes(converted.blob.size, language)}
          </span>
          <span className="visually-hidden">
            {list.becomes(before, formatBytes(converted.blob.size, language))}
          </span>
        </span>
      ) : (
        <span>{before}</span>
      )}
      {shown && (
        <span>
          {shown.width} × {shown.height}
        </span>
      )}
      {/* Shows either the pictures in the file or the number of saved files, not both. */}
      {converted !== null && fileCount > 1 && <span>{list.files(fileCount)}</span>}
      {(converted === null || fileCount === 1) &&
        photo.header !== null &&
        photo.header.pictures > 1 && <span>{list.pictures(photo.header.pictures)}</span>}
      {photo.crop !== null && <span>{list.cropped}</span>}
      <VideoFact photo={photo} converted={converted} />
      {converted?.hasGainMap === true && <span title={list.hdrMeaning}>{list.hdr}</span>}
    </p>
  );
}

/** The video of a live or motion photo: that there is one, and later what became of it. */
function VideoFact({ photo, converted }: { photo: Photo; converted: ConvertResult | null }) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  if (converted?.isMotionPhoto) return <span>{list.motion}</span>;
  if (converted?.video) {
    const { type, size } = converted.video;
    const name = type === 'video/quicktime' ? 'MOV' : 'MP4';
    return <span>{list.clip(name, formatBytes(size, language))}</span>;
  }
  if (photo.movie !== null) return <span>{list.live}</span>;
  return converted === null && photo.header?.hasVideo ? <span>{list.hasVideo}</span> : null;
}
