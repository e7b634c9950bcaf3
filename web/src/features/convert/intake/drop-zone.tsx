import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { FolderOpen, FolderSync, ImagePlus } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { acceptAttribute } from '../accept.ts';
import styles from './drop-zone.module.css';
import { findFormats } from './format-lists.ts';
import type { FormatName, ToolKind } from '../tools.ts';

interface DropZoneProps {
  tool: ToolKind;
  from: FormatName | undefined;
  dragging: boolean;
  chooseInput: RefObject<HTMLInputElement | null>;
  onChoose: (input: HTMLInputElement) => void;
  onChooseFolder: () => void;
  /** What became of the files that were added. */
  answers: ReactNode;
  /** Null if folders cannot be watched. */
  onWatch: (() => void) | null;
}

/** What is there before the list: a strip of empty places, one per file of a batch. */
export function DropZone(props: DropZoneProps) {
  const { tool, from, dragging, chooseInput, onChoose, onChooseFolder, onWatch, answers } = props;
  const { dropZone, formats } = useMessages().convert;
  const { maxFiles } = useSession();
  const isMac = useIsMac();
  return (
    <div className={styles.zone} data-dragging={dragging}>
      <div className={styles.top}>
        <ol className={styles.strip} aria-hidden>
          {Array.from({ length: maxFiles }, (_, index) => (
            <li key={index} className="edge">
              {index + 1}
            </li>
          ))}
        </ol>
        {/* Replaces the empty places, so that nothing below moves. */}
        {answers && <div className={styles.answers}>{answers}</div>}
      </div>
      <div className={styles.body}>
        <p className={`${styles.title} ${styles.byPointer}`}>{dropZone.title(from)}</p>
        <p className={`${styles.title} ${styles.byTouch}`}>{dropZone.titleTouch(from)}</p>
        <div className={styles.buttons}>
          <Button asChild kind="primary" size="l" className={styles.choose}>
            <label>
              <ImagePlus aria-hidden />
              {dropZone.choose}
              {/* A real input in the HTML: it works before the page's script runs. */}
              <input
                ref={chooseInput}
                className={styles.input}
                type="file"
                multiple
                accept={acceptAttribute}
                onChange={(event) => onChoose(event.currentTarget)}
              />
            </label>
          </Button>
          <Button kind="quiet" className={styles.folder} onClick={onChooseFolder}>
            <FolderOpen aria-hidden />
            {dropZone.chooseFolder}
          </Button>
          {onWatch && (
            <Button kind="quiet" className={styles.folder} onClick={onWatch}>
              <FolderSync aria-hidden />
              {dropZone.watchFolder}
            </Button>
          )}
        </div>
        <p className={styles.tooOld}>{dropZone.tooOld}</p>
        <p className={styles.paste}>{dropZone.or(isMac ? '⌘ V' : dropZone.pasteKeys)}</p>
        <p className={styles.private}>{dropZone.private}</p>
        <noscript>
          <p>{dropZone.needsScript}</p>
        </noscript>
      </div>
      <p className={`edge ${styles.facts}`}>
        <span>{dropZone.accepted(findFormats(formats, tool))}</span>
        <span>{dropZone.batch(maxFiles)}</span>
      </p>
    </div>
  );
}

const never = () => () => {};

/** The prerendered page names the keys of most keyboards. */
function useIsMac(): boolean {
  return useSyncExternalStore(
    never,
    () => navigator.platform.startsWith('Mac'),
    () => false,
  );
}
