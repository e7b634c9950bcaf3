import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { preloadToasts } from '../../../ui/toast.tsx';
import type { Conversion, ConversionState } from '../conversion/conversion.ts';
import { summarize } from '../conversion/summary.ts';
import { formatBytes } from '../format-numbers.ts';
import { OptionsPanel } from '../options/options-panel.tsx';
import { PhotoCard } from '../photos/photo-card.tsx';
import type { ToolKind } from '../tools.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { ComparisonDialog } from '../viewer/comparison-dialog.tsx';
import { ActionBar } from './action-bar.tsx';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';
import { offerProOnce } from './offer-pro.ts';
import { useConversionEvents } from './use-conversion-events.ts';
import styles from './workspace.module.css';

export { createBrowserConversion } from './browser-conversion.ts';

const loadCropDialog = () => import('../viewer/crop-dialog.tsx');
const CropDialog = lazy(loadCropDialog);

interface WorkspaceProps {
  tool: ToolKind;
  conversion: Conversion;
  onAdd: () => void;
}

interface Opened {
  dialog: 'crop' | 'compare';
  id: string;
}

/** What the visitor works at: the contact sheet, the options beside it and the actions below. */
export default function Workspace({ tool, conversion, onAdd }: WorkspaceProps) {
  const words = useWorkspaceMessages();
  const language = useLanguage();
  const { isPro } = useSession();
  const state = useSyncExternalStore(conversion.subscribe, conversion.read);
  const { photos, phase, options } = state;
  const [spoken, announce] = useState('');
  const [question, setQuestion] = useState<LimitQuestion | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const startButton = useRef<HTMLButtonElement>(null);
  const downloadButton = useRef<HTMLButtonElement>(null);
  useFocusAfterRun(phase, downloadButton, startButton);
  useConversionEvents(conversion, {
    announce,
    ask: setQuestion,
    asksAtLimit: useFlag('batch-operations-v2'),
    onAdded(isFirst) {
      if (isFirst) {
        requestAnimationFrame(() => startButton.current?.focus({ preventScroll: true }));
      }
    },
    onFinished(converted, failed) {
      const isJoy = converted > 0 && failed === 0;
      if (isJoy && !isPro) offerProOnce(words.offer, pathOf('pricing', language));
    },
  });

  // Fetched ahead of need: the network may be gone by then, and the tool goes on without one.
  useEffect(() => {
    preloadToasts();
    if (tool === 'resize-crop') loadCropDialog().catch(() => {});
  }, [tool]);

  const openedPhoto = opened && photos.find(({ id }) => id === opened.id);
  const close = () => setOpened(null);
  return (
    <>
      <output className="visually-hidden">{spoken}</output>
      {photos.length > 0 && (
        <div className={styles.table} data-workspace>
          <Sheet
            conversion={conversion}
            state={state}
            canCrop={tool === 'resize-crop'}
            onAdd={onAdd}
            onOpen={setOpened}
          />
          <div className={styles.side}>
            <OptionsPanel
              tool={tool}
              options={options}
              onChange={conversion.setOptions}
              isPro={isPro}
              summary={summarize(photos)}
              disabled={phase !== 'idle'}
            />
            <ActionBar
              conversion={conversion}
              state={state}
              isPro={isPro}
              startButton={startButton}
              downloadButton={downloadButton}
              onZipRefused={() => setQuestion({ kind: 'zip' })}
            />
          </div>
        </div>
      )}
      {openedPhoto && opened.dialog === 'crop' && (
        <Suspense fallback={null}>
          <CropDialog
            photo={openedPhoto}
            options={options}
            allIds={photos.map(({ id }) => id)}
            conversion={conversion}
            onClose={close}
          />
        </Suspense>
      )}
      {openedPhoto?.result && opened?.dialog === 'compare' && (
        <ComparisonDialog
          file={openedPhoto.file}
          result={openedPhoto.result.converted}
          kept={openedPhoto.result.kept}
          onClose={close}
        />
      )}
      {question && (
        <LimitDialog
          question={question}
          onClose={() => setQuestion(null)}
          onContinue={(files) => {
            setQuestion(null);
            conversion.layOut(files);
          }}
        />
      )}
    </>
  );
}

interface SheetProps {
  conversion: Conversion;
  state: ConversionState;
  canCrop: boolean;
  onAdd: () => void;
  onOpen: (opened: Opened) => void;
}

/** All photos, and what can be done with all of them. */
function Sheet({ conversion, state, canCrop, onAdd, onOpen }: SheetProps) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const titleId = useId();
  const { photos } = state;
  const { total, bytesIn } = summarize(photos);
  const remove = useStableCallback((id: string) => {
    const index = photos.findIndex((photo) => photo.id === id);
    const neighbor = photos[index + 1] ?? photos[index - 1];
    conversion.remove(id);
    requestAnimationFrame(() => {
      if (neighbor) document.getElementById(`remove-${neighbor.id}`)?.focus();
    });
  });
  const retry = useStableCallback((id: string) => void conversion.retry(id));
  const open = useStableCallback((dialog: Opened['dialog'], id: string) => onOpen({ dialog, id }));
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {list.title}
        </h2>
        <p className={styles.count}>
          {list.count(total)} · {formatBytes(bytesIn, language)}
        </p>
        <div className={styles.headButtons}>
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
      <ol className={styles.frames} aria-labelledby={titleId}>
        {photos.map((photo, index) => (
          <PhotoCard
            key={photo.id}
            photo={photo}
            number={index + 1}
            canCrop={canCrop}
            onRemove={remove}
            onRetry={retry}
            onOpen={open}
          />
        ))}
      </ol>
    </div>
  );
}

/** Whoever pressed a button that is gone now stands on the next one that makes sense. */
function useFocusAfterRun(
  phase: ConversionState['phase'],
  ...buttons: { current: HTMLButtonElement | null }[]
): void {
  const last = useRef(phase);
  useEffect(() => {
    const before = last.current;
    last.current = phase;
    if (before === phase || phase !== 'idle') return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) {
      buttons.find(({ current }) => current !== null)?.current?.focus({ preventScroll: true });
    }
  });
}
