import type { ConvertResult } from '@stillpix/engine';
import { useLanguage } from '../../../i18n/messages.ts';
import { bytesBefore, type Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { turnSize } from '../geometry/turn.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-card.module.css';

interface CardFactsProps {
  photo: Photo;
  /** The result, if there is one, was made with other options than the current ones. */
  isStale: boolean;
  /** Number of files that it became; 0 before there is a result. */
  fileCount: number;
}

/** Sizes before and after, and what is special about the photo. */
export function CardFacts({ photo, isStale, fileCount }: CardFactsProps) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const converted = isStale ? null : (photo.result?.converted ?? null);
  const before = formatBytes(converted ? bytesBefore(photo) : photo.file.size, language);
  const dimensions = photo.dimensions && turnSize(photo.dimensions, photo.turn);
  const isResized =
    converted !== null &&
    (converted.width !== dimensions?.width || converted.height !== dimensions.height);
  const shown = isResized ? converted : converted === null ? dimensions : null;
  return (
    <p className={styles.facts}>
      {photo.own !== null && <span className={styles.own}>{list.own}</span>}
      {converted !== null ? (
        <span>
          <span aria-hidden>
            {before} → {formatBytes(converted.blob.size, language)}
          </span>
          <span className="visually-hidden">
            {list.becomes(before, formatBytes(converted.blob.size, language))}
          </span>
        </span>
      ) : (
        <span>{before}</span>
      )}
      {shown && (
        <span>
          {shown.width} × {shown.height}
        </span>
      )}
      {/* Shows either the pictures in the file or the number of saved files, not both. */}
      {converted !== null && fileCount > 1 && <span>{list.files(fileCount)}</span>}
      {(converted === null || fileCount === 1) &&
        photo.header !== null &&
        photo.header.pictures > 1 && <span>{list.pictures(photo.header.pictures)}</span>}
      {photo.crop !== null && <span>{list.cropped}</span>}
      <VideoFact photo={photo} converted={converted} />
      {converted?.hasGainMap === true && <span title={list.hdrMeaning}>{list.hdr}</span>}
    </p>
  );
}

/** The video of a live or motion photo: that there is one, and later what became of it. */
function VideoFact({ photo, converted }: { photo: Photo; converted: ConvertResult | null }) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  if (converted?.isMotionPhoto) return <span>{list.motion}</span>;
  if (converted?.video) {
    const { type, size } = converted.video;
    const name = type === 'video/quicktime' ? 'MOV' : 'MP4';
    return <span>{list.clip(name, formatBytes(size, language))}</span>;
  }
  if (photo.movie !== null) return <span>{list.live}</span>;
  return converted === null && photo.header?.hasVideo ? <span>{list.hasVideo}</span> : null;
}
