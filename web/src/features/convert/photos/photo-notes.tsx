import type { Note } from '@stillpix/engine';
import { CopyDiagnostics } from '../../../site/parts/copy-diagnostics.tsx';
import type { Photo } from '../conversion/photos.ts';
import { isDoubtful } from '../conversion/summary.ts';
import type { VideoRecoding } from '../conversion/batches/video-recoding.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { explainFailure } from './failure-words.ts';
import { type NotedSize, sayNote } from './note-words.ts';
import styles from './photo-notes.module.css';
import { VideoOffer } from './video-offer.tsx';

interface PhotoNotesProps {
  photo: Photo;
  /** The result, if there is one, was made with other options than the current ones. */
  isStale: boolean;
  onAsStored: (asStored: boolean) => void;
  recoding: VideoRecoding;
}

/** Whether there is more to say about a photo than its state. */
export function hasNotes(photo: Photo, isStale: boolean): boolean {
  const isIdle = photo.work === null;
  return (
    isTurnedByExif(photo) ||
    (isIdle && photo.failure !== null) ||
    (isIdle && !isStale && (notesOf(photo).length > 0 || hasVideoOffer(photo)))
  );
}

/** Notes on a photo and its result besides the state, and what can be done about them. */
export function PhotoNotes({ photo, isStale, onAsStored, recoding }: PhotoNotesProps) {
  const { work, failure, result } = photo;
  const showsResult = work === null && failure === null && result !== null && !isStale;
  return (
    <>
      {showsResult && <ResultNotes notes={notesOf(photo)} converted={result.converted} />}
      {showsResult && hasVideoOffer(photo) && <VideoOffer photo={photo} recoding={recoding} />}
      <ExifTurn photo={photo} onAsStored={onAsStored} />
      <FailureHelp photo={photo} />
    </>
  );
}

interface ResultNotesProps {
  notes: Note[];
  converted: NotedSize;
}

function ResultNotes({ notes, converted }: ResultNotesProps) {
  const words = useWorkspaceMessages();
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} data-tone={isDoubtful(notes) ? 'warn' : 'plain'}>
      {notes.map((note) => (
        <li key={note}>{sayNote(words, note, converted)}</li>
      ))}
    </ul>
  );
}

/** The line about the turn says this already, and offers to undo it. */
function notesOf({ header, result }: Photo): Note[] {
  const notes = result?.converted.notes ?? [];
  return header?.turnedByExif ? notes.filter((note) => note !== 'turned-by-exif') : notes;
}

/** If the result contains HEVC, or H.264 made from it. */
function hasVideoOffer({ result, recoded }: Photo): boolean {
  if (result === null) return false;
  const { notes, video, isMotionPhoto } = result.converted;
  return notes.includes('video-is-hevc') || (recoded !== null && (isMotionPhoto || video !== null));
}

function isTurnedByExif({ turn, header }: Photo): boolean {
  return turn.asStored || header?.turnedByExif === true;
}

/** Shown if only Exif turned the photo. One click undoes it. */
function ExifTurn({ photo, onAsStored }: Pick<PhotoNotesProps, 'photo' | 'onAsStored'>) {
  const { turning } = useWorkspaceMessages();
  const { asStored } = photo.turn;
  if (!isTurnedByExif(photo)) return null;
  return (
    <p className={styles.turn}>
      <span>{asStored ? turning.asStored : turning.byCamera}</span>
      <button type="button" className={styles.link} onClick={() => onAsStored(!asStored)}>
        {asStored ? turning.turnAgain : turning.undo}
      </button>
    </p>
  );
}

/** What can be done about a failure. */
function FailureHelp({ photo }: { photo: Photo }) {
  const words = useWorkspaceMessages();
  const { file, work, failure } = photo;
  if (work !== null || failure === null) return null;
  const { hint, detail } = explainFailure(words, failure, file.name);
  return (
    <>
      <p className={styles.notes}>{hint}</p>
      {detail !== '' && (
        <details className={styles.detail}>
          <summary>{words.failures.detail}</summary>
          <p>{detail}</p>
          <CopyDiagnostics size="s" />
        </details>
      )}
    </>
  );
}
