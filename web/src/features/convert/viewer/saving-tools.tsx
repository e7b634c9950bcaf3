import { Copy, Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { collectOne } from '../results/results.ts';
import { downloadAll } from '../results/save.ts';
import { canCopy, canShare, copy, share } from '../results/share.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './saving-tools.module.css';

interface SavingToolsProps {
  photo: Photo;
  conversion: Conversion;
}

/** Saves one result: as a file, to another app, or to the clipboard. */
export function SavingTools({ photo, conversion }: SavingToolsProps) {
  const { list, actions, toasts } = useWorkspaceMessages();
  const [said, setSaid] = useState('');
  const { photos } = conversion.read();
  const files = collectOne(photos, photo.id, conversion.optionsFor);
  const [file] = files;
  if (file === undefined) return null;
  const markSaved = () => conversion.markSaved(photos.filter(({ id }) => id === photo.id));
  async function attempt(act: () => Promise<boolean>, done: string, failed: string) {
    try {
      if (!(await act())) return;
      markSaved();
      setSaid(done);
    } catch {
      setSaid(failed);
    }
  }
  return (
    <div className={styles.tools}>
      <Button
        size="s"
        onClick={() => {
          void downloadAll(files);
          markSaved();
        }}
      >
        <Download aria-hidden />
        {list.download}
      </Button>
      {canCopy() && file.blob.type.startsWith('image/') && (
        <Button
          size="s"
          onClick={() =>
            void attempt(
              async () => {
                await copy(file.blob);
                return true;
              },
              actions.copied,
              toasts.copy,
            )
          }
        >
          <Copy aria-hidden />
          {actions.copy}
        </Button>
      )}
      {canShare(files) && (
        <Button size="s" onClick={() => void attempt(() => share(files), '', toasts.share)}>
          <Share2 aria-hidden />
          {actions.share}
        </Button>
      )}
      <output className={styles.said}>{said}</output>
    </div>
  );
}
