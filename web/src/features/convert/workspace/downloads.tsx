import { Archive, Download, Share2 } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import { formatPercent } from '../format-numbers.ts';
import { ProTag } from '../options/pro-tag.tsx';
import { canUseFolders } from '../results/folder.ts';
import { collectResults, nameTodaysZip } from '../results/results.ts';
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
  const { conversion, state, isPro, isMain, downloadButton } = props;
  const { onZipRefused, onTrouble, onSaved } = props;
  const { actions, toasts } = useWorkspaceMessages();
  const language = useLanguage();
  const [packed, setPacked] = useState<number | null>(null);
  const packing = useRef<AbortController | null>(null);
  useEffect(() => () => packing.current?.abort(), []);
  const results = collectResults(state.photos, conversion.optionsFor);
  const markAll = () => conversion.markSaved(state.photos);
  const zipIsMain = isMain && isPro && results.length > 1;
  const isMoreThanPhotos = new Set(results.map(({ id }) => id)).size < results.length;

  async function saveEach() {
    await downloadAll(results);
    markAll();
  }

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
      markAll();
    } catch {
      if (!controller.signal.aborted) onTrouble(toasts.zipTitle, toasts.zip);
    } finally {
      setPacked(null);
    }
  }

  async function shareAll() {
    try {
      if (await share(results)) markAll();
    } catch {
      onTrouble(toasts.shareTitle, toasts.share);
    }
  }

  const each = (
    <Button
      key="each"
      ref={zipIsMain ? undefined : downloadButton}
      kind={isMain && !zipIsMain ? 'primary' : 'plain'}
      size={isMain && !zipIsMain ? 'l' : 'm'}
      className={isMain && !zipIsMain ? styles.main : styles.second}
      onClick={onlyFirst(() => void saveEach())}
    >
      <Download aria-hidden />
      {actions[isMoreThanPhotos ? 'downloadFiles' : 'downloadAll'](results.length)}
    </Button>
  );
  const zip = results.length > 1 && (
    <Button
      key="zip"
      ref={zipIsMain ? downloadButton : undefined}
      kind={zipIsMain ? 'primary' : 'plain'}
      size={zipIsMain ? 'l' : 'm'}
      className={zipIsMain ? styles.main : isMain ? styles.second : styles.icon}
      title={isMain ? undefined : actions.zip}
      disabled={packed !== null}
      onClick={() => void downloadZip()}
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
  return (
    <>
      {zipIsMain ? [zip, each] : [each, zip]}
      {canUseFolders() && (
        <Suspense fallback={null}>
          <SaveToFolder
            results={results}
            className={isMain ? styles.second : styles.icon}
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
          className={`${isMain ? styles.second : styles.icon} ${styles.share}`}
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
