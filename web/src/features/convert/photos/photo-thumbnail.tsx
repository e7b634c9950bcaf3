import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatPercent } from '../format-numbers.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import styles from './photo-thumbnail.module.css';
import { drawFadedPicture } from './faded-picture.ts';
import { drawTurned, turnOfThumbnail } from './turned-picture.ts';
import { type Photo, statusOf } from '../conversion/photos.ts';
import { type Turn, turnSize } from '../geometry/turn.ts';
import type { Thumbnails } from './thumbnails.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

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
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const faded = useRef<HTMLCanvasElement>(null);
  const print = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<{ of: Blob; picture: ImageBitmap } | null>(null);
  const hasPicture = useRef(false);
  const { file, turn } = photo;
  const result = showsResult ? (photo.result?.converted.blob ?? null) : null;
  const crop = showsResult ? null : photo.crop;
  const source = result ?? file;
  const isOriginal = result === null;
  // A result is turned already.
  const turned = isOriginal ? turnOfThumbnail(photo) : null;
  const turnKey = JSON.stringify(turned);

  useEffect(() => {
    const left = new AbortController();
    async function fetch() {
      const isFirst = !hasPicture.current;
      const picture = await thumbnails.make({ blob: source, isOriginal, isFirst }, left.signal);
      if (picture === null) return;
      if (left.signal.aborted) picture.close();
      else setShown({ of: source, picture });
    }
    void fetch();
    return () => left.abort();
  }, [source, isOriginal, thumbnails]);

  useEffect(() => {
    if (shown === null || faded.current === null || print.current === null) return;
    // Until the new picture is ready, the previous one stays.
    if (shown.of !== source) return;
    drawTurned(print.current, shown.picture, JSON.parse(turnKey) as Turn | null);
    drawFadedPicture(faded.current, print.current);
    hasPicture.current = true;
  }, [shown, source, turnKey]);
  useEffect(() => () => shown?.picture.close(), [shown]);
  const drawn = shown !== null;

  const size = photo.dimensions && turnSize(photo.dimensions, turn);
  const progress = photo.work?.progress ?? null;
  return (
    <div
      className={styles.picture}
      data-state={statusOf(photo)}
      data-drawn={drawn}
      style={{ '--developed': (progress ?? 0) / 100 } as CSSProperties}
    >
      {/* The name is below it, and should be read out only once. */}
      <canvas ref={faded} aria-hidden hidden={!drawn} />
      <canvas ref={print} className={styles.print} aria-hidden hidden={!drawn} />
      {crop !== null && drawn && size !== null && (
        <div
          className={styles.frame}
          // A picture smaller than its frame is not enlarged.
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
      )}
      {progress !== null && (
        <progress
          className={styles.progress}
          aria-label={list.progressOf(file.name)}
          max={100}
          value={progress}
          aria-valuetext={formatPercent(progress, language)}
        />
      )}
    </div>
  );
}
