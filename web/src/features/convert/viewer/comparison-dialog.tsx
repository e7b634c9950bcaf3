import type { ConvertResult } from '@stillpix/engine';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChoiceGroup } from '../options/choice-group.tsx';
import styles from './comparison-dialog.module.css';
import { formatBytes } from '../format-numbers.ts';
import type { CropFraction } from '../conversion/photos.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { usePreview } from './use-preview.ts';

interface ComparisonDialogProps {
  file: File;
  result: ConvertResult;
  /** Only this part of the original is shown: the two sides are then the same picture. */
  kept: CropFraction;
  onClose: () => void;
}

export function ComparisonDialog({ file, result, kept, onClose }: ComparisonDialogProps) {
  const { comparison, list } = useWorkspaceMessages();
  const language = useLanguage();
  const before = usePreview(file);
  const [divider, setDivider] = useState(50);
  const [scale, setScale] = useState<'fit' | 'actual'>('fit');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={comparison.title(file.name)}
      closeLabel={comparison.close}
      size="xl"
    >
      <div className={styles.comparison}>
        {before === null && <output>{comparison.preparing}</output>}
        {before === 'failed' && <p role="alert">{comparison.failed}</p>}
        {before !== null && before !== 'failed' && (
          <div className={styles.window} data-scale={scale}>
            {/* The range input lies over the pictures: mouse, touch and keys come with it. */}
            <div
              className={styles.pictures}
              style={
                {
                  '--divider': `${divider}%`,
                  '--width': `${result.width}px`,
                  '--ratio': result.width / result.height,
                  '--kept-x': kept.x,
                  '--kept-y': kept.y,
                  '--kept-width': kept.width,
                  '--kept-height': kept.height,
                } as CSSProperties
              }
            >
              <img
                className={styles.before}
                src={before.url}
                alt={`${comparison.before}: ${file.name}`}
              />
              <BlobImage
                className={styles.after}
                blob={result.blob}
                alt={`${comparison.after}: ${list.becomes(
                  formatBytes(file.size, language),
                  formatBytes(result.blob.size, language),
                )}`}
              />
              <input
                type="range"
                min={0}
                max={100}
                step={1}
                value={divider}
                aria-label={comparison.slider}
                onChange={(event) => setDivider(Number(event.currentTarget.value))}
              />
              <span className={styles.line} aria-hidden />
            </div>
          </div>
        )}
        <div className={styles.labels}>
          <p>
            <b>{comparison.before}</b> {formatBytes(file.size, language)}
          </p>
          <p>
            <b>{comparison.after}</b> {formatBytes(result.blob.size, language)}
            {result.hasGainMap && ` · ${list.hdrMeaning}`}
          </p>
        </div>
        <ChoiceGroup
          legend={comparison.scale}
          value={scale}
          choices={[
            { value: 'fit', label: comparison.fit },
            { value: 'actual', label: comparison.actual },
          ]}
          onChange={setScale}
        />
      </div>
    </Dialog>
  );
}

/** A picture from a blob: the URL lives as long as the element. */
function BlobImage({
  blob,
  alt,
  className,
}: {
  blob: Blob;
  alt: string;
  className: string | undefined;
}) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} className={className} />;
}
