import { type RefObject, useEffect, useRef, useState } from 'react';
import { listenForArrivals } from '../../../site/offline/arrivals.ts';
import { isArchive, type RefusedFile, sortOut } from '../accept.ts';
import { type OpeningArchive, useArchives } from './archive/use-archives.ts';
import { collectDropped, holdsFiles } from './dropped-files.ts';
import { type IntakeReport, type IntakeWay, toReport } from './intake-report.ts';

interface TakesFiles {
  /** Files are being dragged over the window. */
  dragging: boolean;
  /** The last refusals, for the visitor to read; null once dismissed. */
  report: IntakeReport | null;
  dismissReport: () => void;
  /** The ZIP that is being opened, once that takes longer than a moment. */
  opening: OpeningArchive | null;
  takeFrom: (input: HTMLInputElement) => void;
}

interface IntakeParts {
  /** Called when files are dragged over the window, because they may be dropped in a moment. */
  onNear: () => void;
  onFiles: (files: File[]) => void;
  onShareFailed: () => void;
  /** Files that are present already. Adding them again is refused. */
  present: () => readonly File[];
}

/** Drops anywhere in the window, paste, and both pickers; all call `onFiles`. */
export function useIntake(
  filesInput: RefObject<HTMLInputElement | null>,
  { onNear, onFiles, onShareFailed, present }: IntakeParts,
): TakesFiles {
  const [dragging, setDragging] = useState(false);
  const [report, setReport] = useState<IntakeReport | null>(null);
  const { opening, openAll } = useArchives();
  const takeIn = (given: readonly (File | RefusedFile)[], way: IntakeWay) => {
    const intake = sortOut(given, present());
    setReport(toReport(intake, way));
    if (intake.accepted.length > 0) onFiles(intake.accepted);
  };

  const open = async (files: readonly File[], way: IntakeWay) => {
    const given = await openAll(files);
    // Nothing is left of ZIPs that the visitor has stopped.
    if (given.length > 0) takeInRef.current(given, way);
  };

  const receive = (files: readonly File[], way: IntakeWay) => {
    if (files.some(isArchive)) void open(files, way);
    else takeIn(files, way);
  };
  const receiveRef = useRef(receive);
  const takeInRef = useRef(takeIn);
  useEffect(() => {
    receiveRef.current = receive;
    takeInRef.current = takeIn;
  });

  const takeFrom = (input: HTMLInputElement) => {
    receive(emptyInput(input), 'picked');
  };

  useEffect(() => {
    // A file may have been picked before the page's script ran.
    const early = filesInput.current;
    if (early?.files && early.files.length > 0) {
      receiveRef.current(emptyInput(early), 'picked');
    }
    listenForArrivals((files) => receiveRef.current(files, 'dropped'), onShareFailed);
    return listenToWindow(setDragging, onNear, (files, way) => receiveRef.current(files, way));
  }, [filesInput, onNear, onShareFailed]);

  return {
    dragging,
    report,
    dismissReport: () => setReport(null),
    opening,
    takeFrom,
  };
}

/** Takes the files out, so that the same one can be picked again after it was removed. */
function emptyInput(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}

function listenToWindow(
  setDragging: (dragging: boolean) => void,
  onNear: () => void,
  receive: (files: File[], way: IntakeWay) => void,
): () => void {
  // Every child element fires its own enter and leave. Only the balance says whether the pointer is
  // inside.
  let depth = 0;
  const listeners = new AbortController();
  const { signal } = listeners;
  const on = <K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(type, listener, { signal });

  on('dragenter', (event) => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth += 1;
    if (depth === 1) onNear();
    setDragging(true);
  });
  on('dragover', (event) => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  on('dragleave', (event) => {
    if (!holdsFiles(event.dataTransfer)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) setDragging(false);
  });
  on('drop', (event) => {
    if (!event.dataTransfer || !holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth = 0;
    setDragging(false);
    void collectDropped(event.dataTransfer).then((files) => receive(files, 'dropped'));
  });
  on('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Text pasted into a field belongs to the field.
    if (files.length === 0) return;
    event.preventDefault();
    receive(files, 'dropped');
  });
  return () => listeners.abort();
}
