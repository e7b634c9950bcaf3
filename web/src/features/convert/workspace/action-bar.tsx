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
import type { ConverterOptions } from '../tools.ts';
import type { Clock, useConversion } from '../conversion/use-conversion.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { createZip } from '../results/zip.ts';

interface ActionBarProps {
  conversion: ReturnType<typeof useConversion>;
  options: ConverterOptions;
  isPro: boolean;
  startButton: RefObject<HTMLButtonElement | null>;
  downloadButton: RefObject<HTMLButtonElement | null>;
  onZipRefused: () => void;
}

export function ActionBar(props: ActionBarProps) {
  const { conversion, options, startButton } = props;
  const { summary, phase, clock, convertedWith } = conversion;
  const { actions } = useWorkspaceMessages();
  const isOutOfDate =
    summary.succeeded > 0 &&
    summary.pending === 0 &&
    convertedWith !== null &&
    JSON.stringify(convertedWith) !== JSON.stringify(options);

  return (
    <div className={styles.bar}>
      {clock && <OverallProgress conversion={conversion} clock={clock} />}
      {phase === 'idle' && isOutOfDate && (
        <div className={styles.again}>
          <p>{actions.settingsChanged}</p>
          <Button size="s" onClick={() => void conversion.startAgain(options)}>
            {actions.startAgain}
          </Button>
        </div>
      )}
      <div className={styles.buttons}>
        {(phase !== 'idle' || summary.pending > 0 || summary.succeeded === 0) && (
          <Button
            ref={startButton}
            kind="primary"
            size="l"
            className={styles.main}
            disabled={phase !== 'idle' || !summary.canStart}
            onClick={() => void conversion.start(options)}
          >
            {startLabel(actions, phase)}
          </Button>
        )}
        {phase !== 'idle' && <CancelButton onCancel={conversion.cancel} label={actions.cancel} />}
        {phase === 'idle' && summary.succeeded > 0 && <Downloads {...props} />}
      </div>
    </div>
  );
}

function startLabel(
  actions: ReturnType<typeof useWorkspaceMessages>['actions'],
  phase: 'idle' | 'checking' | 'converting',
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

interface OverallProgressProps {
  conversion: ReturnType<typeof useConversion>;
  clock: Clock;
}

function OverallProgress({ conversion, clock }: OverallProgressProps) {
  const { summary } = conversion;
  const { progress } = useWorkspaceMessages();
  const language = useLanguage();
  const now = useNow(clock.endedAt === null);
  const elapsed = Math.max(0, (clock.endedAt ?? now) - clock.startedAt);
  if (clock.endedAt !== null) {
    if (clock.converted === 0) return null;
    return (
      <div className={styles.finished}>
        <p className={styles.time}>
          {progress.finished(clock.converted, formatSeconds(elapsed, language))}
        </p>
        {summary.succeeded > 0 && (
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
  // Before that the guess jumps about.
  const canGuess = elapsed > 1500 && summary.progress > 5;
  const left = canGuess ? (elapsed / summary.progress) * (100 - summary.progress) : null;
  return (
    <div className={styles.progress}>
      <Progress value={summary.progress} label={progress.label} />
      <p className={styles.time}>
        <span>{progress.doneOf(summary.succeeded + summary.failed, summary.total)}</span>
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

function Downloads({ conversion, isPro, downloadButton, onZipRefused }: ActionBarProps) {
  const { actions, toasts } = useWorkspaceMessages();
  const language = useLanguage();
  const [packed, setPacked] = useState<number | null>(null);
  const packing = useRef<AbortController | null>(null);
  useEffect(() => () => packing.current?.abort(), []);
  const results = collectResults(conversion.queue.items);

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
        kind={conversion.summary.pending > 0 ? 'plain' : 'primary'}
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
