import { useEffect, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Progress } from '../../../ui/progress.tsx';
import type { Photo } from '../conversion/photos.ts';
import type { VideoRecoding } from '../conversion/batches/video-recoding.ts';
import { formatPercent } from '../format-numbers.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { canRecode } from '../video-recoding.ts';
import styles from './photo-notes.module.css';

interface VideoOfferProps {
  photo: Photo;
  recoding: VideoRecoding;
}

/** The offer to recode a photo's HEVC video to H.264, its progress, and a way to undo it. */
export function VideoOffer({ photo, recoding }: VideoOfferProps) {
  const { video } = useWorkspaceMessages();
  const language = useLanguage();
  const { id, recoding: state } = photo;
  if (typeof state === 'number') {
    const label = video.recoding(formatPercent(state, language));
    return (
      <div className={styles.recoding}>
        <p className={styles.turn}>
          <span>{label}</span>
          <Link label={video.stop} onClick={() => recoding.cancel(id)} />
        </p>
        <Progress value={state} label={label} />
      </div>
    );
  }
  if (state === 'failed') {
    return (
      <p className={styles.turn} role="alert">
        <span>{video.failed}</span>
        <Link label={video.again} onClick={() => void recoding.start(id)} />
      </p>
    );
  }
  if (photo.recoded !== null) {
    return (
      <p className={styles.turn}>
        <span>{video.recoded}</span>
        <Link label={video.undo} onClick={() => recoding.undo(id)} />
      </p>
    );
  }
  return <Offer photo={photo} recoding={recoding} />;
}

/** Only if the browser has both codecs for this particular video. */
function Offer({ photo, recoding }: VideoOfferProps) {
  const { video } = useWorkspaceMessages();
  const { id, file, movie } = photo;
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void canRecode({ file, movie }).then((can) => isCurrent && setPossible(can));
    return () => {
      isCurrent = false;
    };
  }, [file, movie]);
  if (!isPossible) return null;
  return (
    <p className={styles.turn}>
      <Link label={video.recode} onClick={() => void recoding.start(id)} />
    </p>
  );
}

function Link({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {label}
    </button>
  );
}
