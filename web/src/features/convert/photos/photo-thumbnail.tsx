import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatPercent } from '../format-numbers.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import styles from './photo-thumbnail.module.css';
import { drawFadedPicture } from './faded-picture.ts';
import { type Photo, statusOf } from '../conversion/photos.ts';
import { createThumbnail } from './thumbnails.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

interface PhotoThumbnailProps {
  photo: Photo;
  /** Whether the result is shown; the original otherwise, with what the crop cuts away in shadow. */
  showsResult: boolean;
}

/** Pale while it waits, it gains contrast and color as the conversion goes on. */
export function PhotoThumbnail({ photo, showsResult }: PhotoThumbnailProps) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const faded = useRef<HTMLCanvasElement>(null);
  const print = useRef<HTMLCanvasElement>(null);
  const hasPicture = useRef(false);
  const [drawn, setDrawn] = useState(false);
  const { file } = photo;
  const result = showsResult ? (photo.result?.converted.blob ?? null) : null;
  const crop = showsResult ? null : photo.crop;

  useEffect(() => {
    const left = new AbortController();
    async function draw() {
      const picture = await createThumbnail(result ?? file, left.signal, !hasPicture.current);
      if (left.signal.aborted || picture === null || !faded.current || !print.current) {
        picture?.close();
        return;
      }
      drawFadedPicture(faded.current, picture);
      print.current.width = picture.width;
      print.current.height = picture.height;
      print.current.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
      hasPicture.current = true;
      setDrawn(true);
    }
    void draw();
    return () => left.abort();
  }, [file, result]);

  const progress = photo.work?.progress ?? null;
  return (
    <div
      className={styles.picture}
      data-state={statusOf(photo)}
      data-drawn={drawn}
      style={{ '--developed': (progress ?? 0) / 100 } as CSSProperties}
    >
      {/* The name stands below it: read out once is enough. */}
      <canvas ref={faded} aria-hidden hidden={!drawn} />
      <canvas ref={print} className={styles.print} aria-hidden hidden={!drawn} />
      {crop !== null && drawn && photo.dimensions && (
        <div
          className={styles.frame}
          style={{ aspectRatio: `${photo.dimensions.width} / ${photo.dimensions.height}` }}
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
