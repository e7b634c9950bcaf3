import { FolderOpen } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import { isDoubtful } from '../conversion/summary.ts';
import { ProTag } from '../options/pro-tag.tsx';
import { recallSettings } from '../options/settings.ts';
import { explainFailure } from '../photos/failure-words.ts';
import { sayNote } from '../photos/note-words.ts';
import { pickFolder } from '../results/folder.ts';
import type { ToolKind } from '../tools.ts';
import { useFolderMessages } from '../use-folder-messages.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { watchFolder } from './browser-watch.ts';
import type { Report, WatchState } from './watch.ts';
import { createWatchRuns, type Trouble } from './watch-runs.ts';
import styles from './watch-panel.module.css';

interface WatchPanelProps {
  tool: ToolKind;
  /** If there are photos in the list, its options apply; otherwise the stored ones. */
  conversion: Conversion | null;
  onClose: () => void;
}

/** Converts photos that appear in a folder while the page is open. */
export default function WatchPanel({ tool, conversion, onClose }: WatchPanelProps) {
  const { watch } = useFolderMessages();
  const titleId = useId();
  const { folders, state, trouble, start, stop } = useWatch(tool, conversion);
  const { from, into } = folders;
  const isWatching = state !== null && state.ended === null;
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {isWatching && from ? watch.watching(from.name) : watch.title}
        <ProTag />
      </h2>
      {!isWatching && <p className={styles.explain}>{watch.explain}</p>}
      {!isWatching && (
        <div className={styles.folders}>
          <Folder
            label={watch.from}
            folder={from}
            choose={watch.choose}
            onChoose={folders.chooseFrom}
          />
          <Folder
            label={watch.into}
            folder={into}
            choose={watch.choose}
            onChoose={folders.chooseInto}
          />
        </div>
      )}
      {!isWatching && (
        <Switch
          label={watch.present}
          checked={folders.takesPresent}
          onChange={folders.setTakesPresent}
        />
      )}
      <div className={styles.said} aria-live="polite">
        {trouble !== null && <p className={styles.bad}>{watch[trouble]}</p>}
        {state !== null && into !== null && <p>{watch.converted(state.converted, into.name)}</p>}
        {state?.ended && <p className={styles.bad}>{watch.ended[state.ended]}</p>}
        {state?.reports.map((report) => (
          <Reported key={report.id} report={report} />
        ))}
      </div>
      <div className={styles.buttons}>
        {isWatching ? (
          <Button kind="primary" onClick={stop}>
            {watch.stop}
          </Button>
        ) : (
          <>
            <Button kind="primary" disabled={from === null || into === null} onClick={start}>
              {watch.start}
            </Button>
            <Button kind="quiet" onClick={onClose}>
              {watch.close}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** The folders, and what has been made of the photos in them. */
function useWatch(tool: ToolKind, conversion: Conversion | null) {
  const { isPro } = useSession();
  const [from, setFrom] = useState<FileSystemDirectoryHandle | null>(null);
  const [into, setInto] = useState<FileSystemDirectoryHandle | null>(null);
  const [takesPresent, setTakesPresent] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [state, setState] = useState<WatchState | null>(null);
  const [runs] = useState(() =>
    createWatchRuns({ watch: watchFolder, onState: setState, onTrouble: setTrouble }),
  );
  const isEntitled = useStableCallback(() => isPro);
  const readOptions = useStableCallback(() => conversion?.read().options ?? recallSettings(tool));
  useEffect(() => runs.stop, [runs]);

  async function choose(mode: 'read' | 'readwrite', keep: (chosen: typeof from) => void) {
    setTrouble(null);
    try {
      const folder = await pickFolder(mode === 'read' ? 'stillpix-from' : 'stillpix-into', mode);
      if (folder !== null) keep(folder);
    } catch {
      setTrouble('refused');
    }
  }

  function start() {
    if (from === null || into === null) return;
    void runs.start({ tool, from, into, takesPresent, readOptions, isEntitled });
  }

  return {
    folders: {
      from,
      into,
      takesPresent,
      setTakesPresent,
      chooseFrom: () => void choose('read', setFrom),
      chooseInto: () => void choose('readwrite', setInto),
    },
    state,
    trouble,
    start,
    stop: runs.stop,
  };
}

function Reported({ report }: { report: Report }) {
  const { watch } = useFolderMessages();
  const { intake } = useMessages().convert;
  const words = useWorkspaceMessages();
  const { name } = report;
  switch (report.kind) {
    case 'refused':
      return <p className={styles.bad}>{watch.report(name, intake.reasons[report.refusal])}</p>;
    case 'failed': {
      const { title, hint } = explainFailure(words, report.failure, name);
      return <p className={styles.bad}>{watch.report(name, `${title}. ${hint}`)}</p>;
    }
    case 'noted': {
      const { notes } = report.result;
      const text = notes.map((note) => sayNote(words, note, report.result)).join(' ');
      return (
        <p className={isDoubtful(notes) ? styles.doubtful : styles.noted}>
          {watch.report(name, text)}
        </p>
      );
    }
  }
}

interface FolderProps {
  label: string;
  folder: FileSystemDirectoryHandle | null;
  choose: string;
  onChoose: () => void;
}

function Folder({ label, folder, choose, onChoose }: FolderProps) {
  const id = useId();
  return (
    <div className={styles.folder}>
      <span id={id}>{label}</span>
      <Button aria-describedby={id} onClick={onChoose}>
        <FolderOpen aria-hidden />
        <span className={styles.chosen}>{folder?.name ?? choose}</span>
      </Button>
    </div>
  );
}
