import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { ChoiceGroup } from '../options/choice-group.tsx';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { PhotoDetails } from './photo-details.tsx';
import { SavingTools } from './saving-tools.tsx';
import { Stage } from './stage.tsx';
import { TurnTools } from '../photos/turn-tools.tsx';
import { usePreview } from './use-preview.ts';
import styles from './viewer.module.css';

interface ViewerProps {
  photos: readonly Photo[];
  photo: Photo;
  conversion: Conversion;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One photo large: the original, or before and after beside each other, and what is known of it. */
export function Viewer({ photos, photo, conversion, onShow, onClose }: ViewerProps) {
  const { comparison, list, turning } = useWorkspaceMessages();
  const language = useLanguage();
  const [scale, setScale] = useState<'fit' | 'actual'>('fit');
  const before = usePreview(photo);
  const result = photo.result?.converted ?? null;
  const index = photos.indexOf(photo);
  const show = (step: number) => {
    const next = photos[index + step];
    if (next) onShow(next.id);
  };
  const { name } = photo.file;

  const showRef = useRef(show);
  useEffect(() => {
    showRef.current = show;
  });
  // On the window: the button at the end of the row is disabled, and takes the focus away with it.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { target } = event;
      // The divider and the choices have arrow keys of their own.
      const isTaken =
        target instanceof Element && target.closest('[role="slider"], input, select') !== null;
      if (step === undefined || isTaken) return;
      event.preventDefault();
      showRef.current(step);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={result === null ? name : comparison.title(name)}
      closeLabel={comparison.close}
      size="xl"
    >
      <div className={styles.viewer}>
        <div className={styles.window}>
          {before === null && <output>{comparison.preparing}</output>}
          {before === 'failed' && <p role="alert">{comparison.failed}</p>}
          {before !== null && before !== 'failed' && (
            <Stage
              key={photo.id}
              name={name}
              before={before}
              result={photo.result}
              scale={scale}
              beforeSize={formatBytes(photo.file.size, language)}
            />
          )}
        </div>
        <div className={styles.bar}>
          <Button
            size="s"
            disabled={index <= 0}
            aria-label={comparison.previous}
            onClick={() => show(-1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <p className={styles.place}>{comparison.place(index + 1, photos.length)}</p>
          <Button
            size="s"
            disabled={index >= photos.length - 1}
            aria-label={comparison.next}
            onClick={() => show(1)}
          >
            <ChevronRight aria-hidden />
          </Button>
          <ChoiceGroup
            legend={comparison.scale}
            hidesLegend
            value={scale}
            choices={[
              { value: 'fit', label: comparison.fit },
              { value: 'actual', label: comparison.actual },
            ]}
            onChange={setScale}
          />
          <TurnTools labels={turning.one} onTurn={(step) => conversion.turn([photo.id], step)} />
          <SavingTools photo={photo} conversion={conversion} />
        </div>
        <p className={styles.sizes}>
          <span>
            <b>{comparison.before}</b> {formatBytes(photo.file.size, language)}
          </span>
          {result !== null && (
            <span>
              <b>{comparison.after}</b> {formatBytes(result.blob.size, language)}
              {conversion.needsConversion(photo) && ` (${list.states.stale})`}
            </span>
          )}
        </p>
        <PhotoDetails photo={photo} conversion={conversion} />
      </div>
    </Dialog>
  );
}
