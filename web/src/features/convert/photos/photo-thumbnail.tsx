import { type CSSProperties, useMemo } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { type Photo, statusOf } from '../conversion/photos.ts';
import { formatPercent } from '../format-numbers.ts';
import type { CropFraction, Size } from '../geometry/crop.ts';
import { turnSize } from '../geometry/turn.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-thumbnail.module.css';
import type { Thumbnails } from './thumbnails.ts';
import { turnOfThumbnail } from './turned-picture.ts';
import { useDrawnThumbnail } from './use-drawn-thumbnail.ts';

interface PhotoThumbnailProps {
  photo: Photo;
  /**
   * Whether to show the result. Otherwise shows the original, with the area outside the crop
   * darkened.
   */
  showsResult: boolean;
  thumbnails: Thumbnails;
}

/** Pale while it waits; gains contrast and color as the conversion goes on. */
export function PhotoThumbnail({ photo, showsResult, thumbnails }: PhotoThumbnailProps) {
  const { file, turn, header } = photo;
  const result = showsResult ? (photo.result?.converted.blob ?? null) : null;
  const isOriginal = result === null;
  // A result is turned already.
  const turned = useMemo(
    () => (isOriginal ? turnOfThumbnail({ turn, header }) : null),
    [isOriginal, turn, header],
  );
  const { faded, full, isDrawn } = useDrawnThumbnail(
    thumbnails,
    result ?? file,
    isOriginal,
    turned,
  );
  const size = photo.dimensions && turnSize(photo.dimensions, turn);
  const progress = photo.work?.progress ?? null;
  return (
    <div
      className={styles.picture}
      data-state={statusOf(photo)}
      data-drawn={isDrawn}
      style={{ '--converted': (progress ?? 0) / 100 } as CSSProperties}
    >
      {/* The name is below it, and should be read out only once. */}
      <canvas ref={faded} aria-hidden hidden={!isDrawn} />
      <canvas ref={full} className={styles.full} aria-hidden hidden={!isDrawn} />
      {!showsResult && photo.crop !== null && isDrawn && size !== null && (
        <CropArea crop={photo.crop} size={size} />
      )}
      {progress !== null && <Progress name={file.name} value={progress} />}
    </div>
  );
}

/** Darkens what a crop leaves out. */
function CropArea({ crop, size }: { crop: CropFraction; size: Size }) {
  return (
    <div
      className={styles.whole}
      // A picture smaller than its card is not enlarged.
      style={{ '--ratio': size.width / size.height, maxWidth: size.width } as CSSProperties}
    >
      <div
        className={styles.crop}
        style={{
          left: `${100 * crop.x}%`,
          top: `${100 * crop.y}%`,
          width: `${100 * crop.width}%`,
          height: `${100 * crop.height}%`,
        }}
      />
    </div>
  );
}

function Progress({ name, value }: { name: string; value: number }) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  return (
    <progress
      className={styles.progress}
      aria-label={list.progressOf(name)}
      max={100}
      value={value}
      aria-valuetext={formatPercent(value, language)}
    />
  );
}
