import { Archive, Download, Share2 } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import { formatPercent } from '../format-numbers.ts';
import { ProTag } from '../options/pro-tag.tsx';
import { canUseFolders } from '../results/folder.ts';
import { collectResults, nameTodaysZip, type Result } from '../results/results.ts';
import { download, downloadAll } from '../results/save.ts';
import { canShare, share } from '../results/share.ts';
import { createZip } from '../results/zip.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './action-bar.module.css';
import { onlyFirst } from './only-first.ts';
import { SaveToFolder } from './save-to-folder.tsx';

interface DownloadsProps {
  conversion: Conversion;
  state: ConversionState;
  isPro: boolean;
  /** Whether saving is the next step. */
  isMain: boolean;
  downloadButton: RefObject<HTMLButtonElement | null>;
  onZipRefused: () => void;
  onTrouble: (title: string, text: string) => void;
  onSaved: (title: string) => void;
}

/** All ways to save the results. */
export function Downloads(props: DownloadsProps) {
  const { conversion, state, isPro, isMain, downloadButton, onTrouble, onSaved } = props;
  const { actions, toasts } = useWorkspaceMessages();
  const results = collectResults(state.photos, conversion.optionsFor);
  const markAll = () => conversion.markSaved(state.photos);
  const { packed, pack } = usePacking(markAll, () => onTrouble(toasts.zipTitle, toasts.zip));
  const zipIsMain = isMain && isPro && results.length > 1;
  const secondStyle = isMain ? styles.second : styles.icon;
  const each = (
    <DownloadEach
      key="each"
      results={results}
      isMain={isMain && !zipIsMain}
      button={zipIsMain ? undefined : downloadButton}
      onDone={markAll}
    />
  );
  const zip = results.length > 1 && (
    <DownloadZip
      key="zip"
      packed={packed}
      isPro={isPro}
      isMain={zipIsMain}
      hasText={isMain}
      button={zipIsMain ? downloadButton : undefined}
      onClick={() => (isPro ? void pack(results) : props.onZipRefused())}
    />
  );

  async function shareAll() {
    try {
      if (await share(results)) markAll();
    } catch {
      onTrouble(toasts.shareTitle, toasts.share);
    }
  }

  return (
    <>
      {zipIsMain ? [zip, each] : [each, zip]}
      {canUseFolders() && (
        <Suspense fallback={null}>
          <SaveToFolder
            results={results}
            className={secondStyle}
            isMain={isMain}
            onSaved={(count, folder) => {
              markAll();
              onSaved(actions.saved(count, folder));
            }}
            onFailed={() => onTrouble(toasts.folderTitle, toasts.folder)}
          />
        </Suspense>
      )}
      {canShare(results) && (
        <Button
          className={`${secondStyle} ${styles.share}`}
          title={actions.share}
          onClick={() => void shareAll()}
        >
          <Share2 aria-hidden />
          <span>{actions.share}</span>
        </Button>
      )}
    </>
  );
}

interface DownloadButtonProps {
  results: readonly Result[];
  /** Whether this is the main button. */
  isMain: boolean;
  button: RefObject<HTMLButtonElement | null> | undefined;
  onDone: () => void;
}

function DownloadEach({ results, isMain, button, onDone }: DownloadButtonProps) {
  const { actions } = useWorkspaceMessages();
  const isMoreThanPhotos = new Set(results.map(({ id }) => id)).size < results.length;

  async function saveEach() {
    await downloadAll(results);
    onDone();
  }

  return (
    <Button
      ref={button}
      kind={isMain ? 'primary' : 'plain'}
      size={isMain ? 'l' : 'm'}
      className={isMain ? styles.main : styles.second}
      onClick={onlyFirst(() => void saveEach())}
    >
      <Download aria-hidden />
      {actions[isMoreThanPhotos ? 'downloadFiles' : 'downloadAll'](results.length)}
    </Button>
  );
}

interface DownloadZipProps extends Pick<DownloadButtonProps, 'isMain' | 'button'> {
  /** How much is packed, from 0 to 1; null while nothing is. */
  packed: number | null;
  isPro: boolean;
  /** Whether there is room for more than the icon. */
  hasText: boolean;
  onClick: () => void;
}

function DownloadZip({ packed, isPro, isMain, hasText, button, onClick }: DownloadZipProps) {
  const { actions } = useWorkspaceMessages();
  const language = useLanguage();
  return (
    <Button
      ref={button}
      kind={isMain ? 'primary' : 'plain'}
      size={isMain ? 'l' : 'm'}
      className={isMain ? styles.main : hasText ? styles.second : styles.icon}
      title={hasText ? undefined : actions.zip}
      disabled={packed !== null}
      onClick={onClick}
    >
      <Archive aria-hidden />
      <span>
        {packed === null
          ? actions.zip
          : actions.zipping(formatPercent(Math.round(packed * 100), language))}
      </span>
      {!isPro && <ProTag />}
    </Button>
  );
}

/** Packs results into a ZIP and downloads it. Stops when the buttons are removed. */
function usePacking(onDone: () => void, onFailed: () => void) {
  const [packed, setPacked] = useState<number | null>(null);
  const packing = useRef<AbortController | null>(null);
  useEffect(() => () => packing.current?.abort(), []);

  async function pack(results: Result[]): Promise<void> {
    const controller = new AbortController();
    packing.current = controller;
    setPacked(0);
    try {
      const blob = await createZip(results, (part) => setPacked(part), controller.signal);
      download({ name: nameTodaysZip(), blob });
      onDone();
    } catch {
      if (!controller.signal.aborted) onFailed();
    } finally {
      setPacked(null);
    }
  }

  return { packed, pack };
}
