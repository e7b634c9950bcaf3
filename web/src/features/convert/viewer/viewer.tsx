import { useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { PhotoNotes } from '../photos/photo-notes.tsx';
import type { ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { PhotoDetails } from './photo-details.tsx';
import { SavingTools } from './saving-tools.tsx';
import { type Scale, Stage } from './stage.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useComparison } from './use-comparison.ts';
import { usePreview } from './use-preview.ts';
import { ViewedQuality } from './viewed-quality.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import styles from './viewer.module.css';

interface ViewerProps {
  tool: ToolKind;
  state: ConversionState;
  photo: Photo;
  conversion: Conversion;
  isPro: boolean;
  /** Bytes that a photo would take with the current options; null until measured. */
  bytesOf: (photo: Photo) => number | null;
  onShow: (id: string) => void;
  /** Opens another dialog for this photo. */
  onOpen: (dialog: 'crop' | 'options') => void;
  onClose: () => void;
}

/** One large photo: the original, or before and after side by side, with its facts. */
export function Viewer(props: ViewerProps) {
  const { tool, state, photo, conversion, isPro, bytesOf, onShow, onOpen, onClose } = props;
  const { photos } = state;
  const { comparison } = useWorkspaceMessages();
  const language = useLanguage();
  const [scale, setScale] = useState<Scale>('fit');
  const before = usePreview(photo);
  const index = photos.indexOf(photo);
  const show = (step: -1 | 1) => {
    const next = photos[index + step];
    if (!next) return;
    // If the previous photo was zoomed, the next one is shown as a whole first.
    if (scale === 'free') setScale('fit');
    onShow(next.id);
  };
  useArrowKeys(show);

  const { name } = photo.file;
  const shown = before === 'failed' ? null : before;
  const { size, kept, after, liveText, setPart } = useComparison(photo, shown, conversion);
  const isHdr = photo.header !== null && (photo.header.hasGainMap || photo.header.colorProfile.hdr);
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
                isHdr={isHdr}
                onZoom={() => setScale('free')}
                onView={setPart}
              />
            )}
          </div>
          <ViewerBar
            photo={photo}
            index={index}
            count={photos.length}
            scale={scale}
            conversion={conversion}
            onScale={setScale}
            onStep={show}
            onOpen={onOpen}
          />
        </div>
        <ViewedPhoto
          tool={tool}
          photo={photo}
          conversion={conversion}
          isPro={isPro}
          bytesOf={bytesOf}
          liveText={liveText}
        />
      </div>
    </Dialog>
  );
}

interface ViewedPhotoProps extends Pick<
  ViewerProps,
  'tool' | 'photo' | 'conversion' | 'isPro' | 'bytesOf'
> {
  liveText: string | null;
}

/** Beside the picture: quality, notes, saving and details. */
function ViewedPhoto({ photo, conversion, bytesOf, ...props }: ViewedPhotoProps) {
  const isOpen = conversion.needsConversion(photo);
  return (
    <div className={styles.side}>
      <ViewedQuality
        key={photo.id}
        tool={props.tool}
        photo={photo}
        conversion={conversion}
        isPro={props.isPro}
        expectedBytes={isOpen ? bytesOf(photo) : null}
        liveText={props.liveText}
      />
      <div className={styles.notes}>
        <PhotoNotes
          photo={photo}
          isStale={photo.result !== null && isOpen}
          onAsStored={(asStored) => conversion.setAsStored(photo.id, asStored)}
          recoding={conversion.videoRecoding}
        />
      </div>
      <SavingTools photo={photo} conversion={conversion} />
      <PhotoDetails photo={photo} conversion={conversion} />
    </div>
  );
}
