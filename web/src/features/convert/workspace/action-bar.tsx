import { Archive, Download, FolderDown, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { showToast } from '../../../ui/toast.tsx';
import styles from './action-bar.module.css';
import { formatBytes, formatPercent, formatSeconds } from '../format-numbers.ts';
import { collectResults, nameTodaysZip } from '../results/results.ts';
import { canSaveToFolder, downloadAll, download, saveToFolder } from '../results/save.ts';
import { ProTag } from '../options/pro-tag.tsx';
import type { Conversion, ConversionState, Phase } from '../conversion/conversion.ts';
import { progressOf, type Run } from '../conversion/run.ts';
import { summarize } from '../conversion/summary.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { createZip } from '../results/zip.ts';

interface ActionBarProps {
  conversion: Conversion;
  state: ConversionState;
  isPro: boolean;
  startButton: RefObject<HTMLButtonElement | null>;
  downloadButton: RefObject<HTMLButtonElement | null>;
  onZipRefused: () => void;
}

export function ActionBar(props: ActionBarProps) {
  const { conversion, state, startButton } = props;
  const { phase, run, photos } = state;
  const { actions } = useWorkspaceMessages();
  const toConvert = photos.filter(conversion.needsConversion);
  const isAgain = toConvert.length > 0 && toConvert.every(({ triedWith }) => triedWith !== null);
  const hasResults = photos.some(({ result }) => result !== null);

  return (
    <div className={styles.bar}>
      {run && <OverallProgress state={state} run={run} />}
      {phase === 'idle' && isAgain && (
        <div className={styles.again}>
          <p>{actions.settingsChanged}</p>
          <Button size="s" onClick={() => void conversion.start()}>
            {actions.startAgain}
          </Button>
        </div>
      )}
      <div className={styles.buttons}>
        {(phase !== 'idle' || (toConvert.length > 0 && !isAgain) || !hasResults) && (
          <Button
            ref={startButton}
            kind="primary"
            size="l"
            className={styles.main}
            disabled={phase !== 'idle' || toConvert.length === 0}
            onClick={() => void conversion.start()}
          >
            {startLabel(actions, phase)}
          </Button>
        )}
        {phase !== 'idle' && <CancelButton onCancel={conversion.cancel} label={actions.cancel} />}
        {phase === 'idle' && hasResults && (
          <Downloads {...props} isMain={toConvert.length === 0 || isAgain} />
        )}
      </div>
    </div>
  );
}

function startLabel(
  actions: ReturnType<typeof useWorkspaceMessages>['actions'],
  phase: Phase,
): string {
  if (phase === 'idle') return actions.start;
  return phase === 'checking' ? actions.checking : actions.converting;
}

function CancelButton({ onCancel, label }: { onCancel: () => void; label: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // The start button has just been disabled under the visitor's finger.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} size="l" onClick={onCancel}>
      <X aria-hidden />
      {label}
    </Button>
  );
}

function OverallProgress({ state, run }: { state: ConversionState; run: Run }) {
  const summary = summarize(state.photos);
  const { progress } = useWorkspaceMessages();
  const language = useLanguage();
  const now = useNow(run.endedAt === null);
  const elapsed = Math.max(0, (run.endedAt ?? now) - run.startedAt);
  if (run.endedAt !== null) {
    if (run.converted === 0) return null;
    return (
      <div className={styles.finished}>
        <p className={styles.time}>
          {progress.finished(run.converted, formatSeconds(elapsed, language))}
        </p>
        {summary.converted > 0 && (
          <p className={styles.total}>
            {progress.total(
              formatBytes(summary.convertedBytesIn, language),
              formatBytes(summary.bytesOut, language),
            )}
          </p>
        )}
      </div>
    );
  }
  const percent = progressOf(run, state.photos);
  // Before that the guess jumps about.
  const canGuess = elapsed > 1500 && percent > 5;
  const left = canGuess ? (elapsed / percent) * (100 - percent) : null;
  return (
    <div className={styles.progress}>
      <Progress value={percent} label={progress.label} />
      <p className={styles.time}>
        <span>{progress.doneOf(run.settled.length, run.ids.length)}</span>
        <span>
          {left === null
            ? formatSeconds(elapsed, language)
            : progress.left(formatSeconds(left, language))}
        </span>
      </p>
    </div>
  );
}

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

interface DownloadsProps extends ActionBarProps {
  isMain: boolean;
}

function Downloads({ state, isPro, isMain, downloadButton, onZipRefused }: DownloadsProps) {
  const { actions, toasts } = useWorkspaceMessages();
  const language = useLanguage();
  const [packed, setPacked] = useState<number | null>(null);
  const packing = useRef<AbortController | null>(null);
  useEffect(() => () => packing.current?.abort(), []);
  const results = collectResults(state.photos);

  async function downloadZip() {
    if (!isPro) {
      onZipRefused();
      return;
    }
    const controller = new AbortController();
    packing.current = controller;
    setPacked(0);
    try {
      const blob = await createZip(results, (part) => setPacked(part), controller.signal);
      download({ name: nameTodaysZip(), blob });
    } catch {
      if (!controller.signal.aborted) {
        showToast({ title: toasts.zipTitle, text: toasts.zip, tone: 'bad' });
      }
    } finally {
      setPacked(null);
    }
  }

  async function saveAll() {
    try {
      const folder = await saveToFolder(results);
      if (folder !== null) {
        showToast({ title: actions.saved(results.length, folder), tone: 'good' });
      }
    } catch {
      showToast({ title: toasts.folderTitle, text: toasts.folder, tone: 'bad' });
    }
  }

  return (
    <>
      <Button
        ref={downloadButton}
        kind={isMain ? 'primary' : 'plain'}
        size="l"
        className={styles.main}
        onClick={() => void downloadAll(results)}
      >
        <Download aria-hidden />
        {actions.downloadAll(results.length)}
      </Button>
      {results.length > 1 && (
        <Button disabled={packed !== null} onClick={() => void downloadZip()}>
          <Archive aria-hidden />
          {packed === null
            ? actions.zip
            : actions.zipping(formatPercent(Math.round(packed * 100), language))}
          {!isPro && <ProTag />}
        </Button>
      )}
      {canSaveToFolder() && (
        <Button onClick={() => void saveAll()}>
          <FolderDown aria-hidden />
          {actions.saveToFolder}
        </Button>
      )}
    </>
  );
}
