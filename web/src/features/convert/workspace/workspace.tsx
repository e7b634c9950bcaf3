import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useLanguage, useMessages } from '../../../i18n/messages.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { preloadToasts, showToast } from '../../../ui/toast.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionBar } from './action-bar.tsx';
import { askLimits } from '../conversion/batch-limits.ts';
import { ComparisonDialog } from '../viewer/comparison-dialog.tsx';
import type { Arrival } from '../converter.tsx';
import { PhotoCard } from '../photos/photo-card.tsx';
import { pathOf } from '../../../site/pages/pages.ts';
import { formatBytes } from '../format-numbers.ts';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';
import styles from './workspace.module.css';
import { OptionsPanel } from '../options/options-panel.tsx';
import { placesLeft } from '../conversion/queue.ts';
import { allowedQuality, type ToolKind } from '../tools.ts';
import { useConversion } from '../conversion/use-conversion.ts';
import { offerProOnce } from './offer-pro.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { useSettings } from '../options/use-settings.ts';
import { useStableCallback } from '../use-stable-callback.ts';

const loadCropDialog = () => import('../viewer/crop-dialog.tsx');
const CropDialog = lazy(loadCropDialog);

interface WorkspaceProps {
  tool: ToolKind;
  /** The newest files; each arrival is taken in once. */
  arrival: Arrival;
  onEmptyChange: (isEmpty: boolean) => void;
  onAdd: () => void;
}

/** What the visitor works at: the contact sheet, the options beside it and the actions below. */
export default function Workspace({ tool, arrival, onEmptyChange, onAdd }: WorkspaceProps) {
  const words = useWorkspaceMessages();
  const { intake: intakeWords } = useMessages().convert;
  const language = useLanguage();
  const session = useSession();
  const hasLimitDialog = useFlag('batch-operations-v2');
  const [spoken, announce] = useState('');
  const [question, setQuestion] = useState<LimitQuestion | null>(null);
  const [opened, setOpened] = useState<{ dialog: 'crop' | 'compare'; id: string } | null>(null);
  const [settings, setSettings] = useSettings(tool);
  const titleId = useId();
  const startButton = useRef<HTMLButtonElement>(null);

  // What the panel shows is what is used: a quality that only Pro may set is not applied without it.
  const options = { ...settings, quality: allowedQuality(tool, settings.quality, session.isPro) };
  const conversion = useConversion({
    tool,
    words,
    intakeWords,
    announce,
    onRefused: (reason) =>
      setQuestion({ kind: 'refused', title: words.toasts.notAllowedTitle, reason }),
    onFinished(converted, failed) {
      const isJoy = converted > 0 && failed === 0;
      if (isJoy && !session.isPro) offerProOnce(words.offer, pathOf('pricing', language));
    },
  });
  const { queue, summary, phase } = conversion;
  const isEmpty = queue.items.length === 0;

  useEffect(() => onEmptyChange(isEmpty), [isEmpty, onEmptyChange]);

  // Fetched ahead of need: the network may be gone by then, and the tool goes on without one.
  useEffect(() => {
    preloadToasts();
    if (tool === 'resize-crop') loadCropDialog().catch(() => {});
  }, [tool]);

  function layOut(files: readonly File[]) {
    const wasEmpty = conversion.read().items.length === 0;
    conversion.add(files);
    announce(words.announce.added(files.length, conversion.read().items.length));
    if (wasEmpty) requestAnimationFrame(() => startButton.current?.focus({ preventScroll: true }));
  }

  async function takeIn(files: File[]) {
    const waiting = conversion.read().items.filter((item) => item.status !== 'success').length;
    const verdict = await askLimits({ action: 'upload', fileCount: waiting + files.length });
    const { maxFiles, isPro } =
      verdict.kind === 'allowed' || verdict.kind === 'refused' ? verdict : session;
    if (verdict.kind === 'refused' && verdict.reason !== 'too-many-files') {
      const reason = verdict.reason === 'daily-limit' ? words.toasts.dailyLimit : verdict.words;
      if (isPro) showToast({ title: intakeWords.notAllowed, text: reason, tone: 'bad' });
      else setQuestion({ kind: 'refused', title: intakeWords.notAllowed, reason });
      return;
    }
    const places = placesLeft(conversion.read(), maxFiles);
    if (files.length <= places) {
      layOut(files);
    } else if (isPro || !asksAtLimit.current) {
      showToast({ title: intakeWords.tooMany(maxFiles, !isPro), tone: 'bad' });
      layOut(files.slice(0, places));
    } else {
      setQuestion({ kind: 'too-many', files, places, maxFiles });
    }
  }

  // Flags may arrive while the server is asked about limits.
  const asksAtLimit = useRef(hasLimitDialog);
  useEffect(() => {
    asksAtLimit.current = hasLimitDialog;
  }, [hasLimitDialog]);

  const takenIn = useRef(0);
  useEffect(() => {
    // Effects run twice in development; an arrival counts once.
    if (takenIn.current === arrival.number) return;
    takenIn.current = arrival.number;
    void takeIn(arrival.files);
  });

  // Whoever pressed a button that is gone now stands on the next one that makes sense.
  const downloadButton = useRef<HTMLButtonElement>(null);
  const lastPhase = useRef(phase);
  useEffect(() => {
    const before = lastPhase.current;
    lastPhase.current = phase;
    if (before === phase || phase !== 'idle') return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) {
      (downloadButton.current ?? startButton.current)?.focus({ preventScroll: true });
    }
  }, [phase]);

  const remove = useStableCallback((id: string, name: string) => {
    const index = queue.items.findIndex((item) => item.id === id);
    const neighbour = queue.items[index + 1] ?? queue.items[index - 1];
    conversion.remove(id);
    announce(words.announce.removed(name));
    requestAnimationFrame(() => {
      if (neighbour) document.getElementById(`remove-${neighbour.id}`)?.focus();
    });
  });
  const retry = useStableCallback((id: string) => void conversion.retry(id, options));
  const open = useStableCallback((dialog: 'crop' | 'compare', id: string) =>
    setOpened({ dialog, id }),
  );

  function clear() {
    conversion.clear();
    announce(words.announce.cleared);
  }

  const openedItem = opened && queue.items.find((item) => item.id === opened.id);

  return (
    <>
      <output className="visually-hidden">{spoken}</output>
      {!isEmpty && (
        <div className={styles.table} data-workspace>
          <div className={styles.sheet}>
            <div className={styles.head}>
              <h2 id={titleId} className={styles.title}>
                {words.list.title}
              </h2>
              <p className={styles.count}>
                {words.list.count(summary.total)} · {formatBytes(summary.bytesIn, language)}
              </p>
              <div className={styles.headButtons}>
                <Button size="s" kind="quiet" onClick={onAdd}>
                  <Plus aria-hidden />
                  {words.list.add}
                </Button>
                <Button size="s" kind="quiet" onClick={clear}>
                  <Trash2 aria-hidden />
                  {words.list.clear}
                </Button>
              </div>
            </div>
            <ol className={styles.frames} aria-labelledby={titleId}>
              {queue.items.map((item, index) => (
                <PhotoCard
                  key={item.id}
                  item={item}
                  number={index + 1}
                  canCrop={tool === 'resize-crop'}
                  onRemove={remove}
                  onRetry={retry}
                  onOpen={open}
                />
              ))}
            </ol>
          </div>
          <div className={styles.side}>
            <OptionsPanel
              tool={tool}
              options={options}
              onChange={setSettings}
              isPro={session.isPro}
              summary={summary}
              disabled={phase !== 'idle'}
            />
            <ActionBar
              conversion={conversion}
              options={options}
              isPro={session.isPro}
              startButton={startButton}
              downloadButton={downloadButton}
              onZipRefused={() => setQuestion({ kind: 'zip' })}
            />
          </div>
        </div>
      )}
      {openedItem && opened.dialog === 'crop' && (
        <Suspense fallback={null}>
          <CropDialog
            item={openedItem}
            options={options}
            allIds={queue.items.map((item) => item.id)}
            dispatch={conversion.dispatch}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {openedItem?.status === 'success' && opened?.dialog === 'compare' && (
        <ComparisonDialog
          file={openedItem.file}
          result={openedItem.result}
          kept={openedItem.kept}
          onClose={() => setOpened(null)}
        />
      )}
      {question && (
        <LimitDialog
          question={question}
          onClose={() => setQuestion(null)}
          onContinue={(files) => {
            setQuestion(null);
            layOut(files);
          }}
        />
      )}
    </>
  );
}
