import { ChevronLeft, ChevronRight, Crop, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFlag } from '../../../site/browser/flags.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { ChoiceGroup } from '../options/choice-group.tsx';
import { QualityChoice } from '../options/quality-choice.tsx';
import { PhotoNotes } from '../photos/photo-notes.tsx';
import { isLossy, type ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { PhotoDetails } from './photo-details.tsx';
import { SavingTools } from './saving-tools.tsx';
import { type Scale, Stage } from './stage.tsx';
import { TurnTools } from '../photos/turn-tools.tsx';
import { useComparison } from './use-comparison.ts';
import { usePreview } from './use-preview.ts';
import styles from './viewer.module.css';

interface ViewerProps {
  tool: ToolKind;
  state: ConversionState;
  photo: Photo;
  conversion: Conversion;
  isPro: boolean;
  /** Bytes that a photo would take as it is asked for now; null until measured. */
  bytesOf: (photo: Photo) => number | null;
  onShow: (id: string) => void;
  /** Another dialog for this photo. */
  onOpen: (dialog: 'crop' | 'options') => void;
  onClose: () => void;
}

/** One photo large: the original, or before and after beside each other, and what is known of it. */
export function Viewer(props: ViewerProps) {
  const { tool, state, photo, conversion, isPro, bytesOf, onShow, onOpen, onClose } = props;
  const { photos, phase } = state;
  const words = useWorkspaceMessages();
  const { comparison, list, turning } = words;
  const hasQuality = useFlag('advanced-quality-controls');
  const language = useLanguage();
  const [scale, setScale] = useState<Scale>('fit');
  const before = usePreview(photo);
  const index = photos.indexOf(photo);
  const show = (step: number) => {
    const next = photos[index + step];
    if (!next) return;
    // Each photo is seen whole first, where the one before was zoomed.
    if (scale === 'free') setScale('fit');
    onShow(next.id);
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

  const shown = before === 'failed' ? null : before;
  const { size, kept, after, live, setPart } = useComparison(photo, shown, conversion);
  const options = conversion.optionsFor(photo);
  const isStale = photo.result !== null && conversion.needsConversion(photo);
  const expectedBytes = conversion.needsConversion(photo) ? bytesOf(photo) : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={after === null ? name : comparison.title(name)}
      closeLabel={comparison.close}
      size="xl"
    >
      <div className={styles.viewer}>
        <div className={styles.main}>
          <div className={styles.window}>
            {before === null && <output>{comparison.preparing}</output>}
            {before === 'failed' && <p role="alert">{comparison.failed}</p>}
            {shown !== null && (
              <Stage
                key={photo.id}
                name={name}
                before={shown}
                size={size}
                kept={kept}
                after={after}
                scale={scale}
                beforeSize={formatBytes(photo.file.size, language)}
                onZoom={() => setScale('free')}
                onView={setPart}
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
            <div className={styles.tools}>
              <TurnTools
                labels={turning.one}
                onTurn={(step) => conversion.turn([photo.id], step)}
              />
              <Button
                size="s"
                kind="quiet"
                aria-label={list.cropFile(name)}
                title={list.crop}
                onClick={() => onOpen('crop')}
              >
                <Crop aria-hidden />
              </Button>
              <Button
                size="s"
                kind="quiet"
                aria-label={list.ownFile(name)}
                title={list.own}
                onClick={() => onOpen('options')}
              >
                <SlidersHorizontal aria-hidden />
              </Button>
            </div>
          </div>
        </div>
        <div className={styles.side}>
          <dl className={styles.sizes}>
            <div>
              <dt>{comparison.before}</dt>
              <dd>{formatBytes(photo.file.size, language)}</dd>
            </div>
            {photo.result !== null && (
              <div>
                <dt>{comparison.after}</dt>
                <dd>
                  {formatBytes(photo.result.converted.blob.size, language)}
                  {isStale && ` (${list.states.stale})`}
                </dd>
              </div>
            )}
            {expectedBytes !== null && (
              <div>
                <dt>{comparison.expected}</dt>
                <dd>{comparison.about(formatBytes(expectedBytes, language))}</dd>
              </div>
            )}
          </dl>
          {(photo.result === null || isStale) && isLossy(options) && (
            // Its place is kept, so that nothing moves when the part is there.
            <p className={styles.part} aria-live="polite">
              {live && comparison.partAt(live.quality, formatBytes(live.bytes, language))}
            </p>
          )}
          {hasQuality && isLossy(options) && (
            <fieldset className={styles.quality} disabled={phase !== 'idle'}>
              <legend className="visually-hidden">{words.quality.title}</legend>
              <QualityChoice
                tool={tool}
                quality={options.quality}
                onChange={(quality) => setQuality(quality)}
                isPro={isPro}
                bytesIn={photo.file.size}
              />
              <p className={styles.holds}>
                {photo.own === null ? comparison.forAll : words.list.own}
              </p>
            </fieldset>
          )}
          <div className={styles.notes}>
            <PhotoNotes
              photo={photo}
              isStale={isStale}
              onAsStored={(asStored) => conversion.setAsStored(photo.id, asStored)}
            />
          </div>
          <SavingTools photo={photo} conversion={conversion} />
          <PhotoDetails photo={photo} conversion={conversion} />
        </div>
      </div>
    </Dialog>
  );

  function setQuality(quality: number) {
    if (photo.own === null) conversion.setOptions({ ...conversion.read().options, quality });
    else conversion.setOwnOptions(photo.id, { ...photo.own, quality });
  }
}
