import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import styles from './archive-notice.module.css';
import type { ArchiveProgress } from './open-archives.ts';
import { useArchiveMessages } from './use-archive-messages.ts';

interface ArchiveNoticeProps {
  progress: ArchiveProgress;
  onStop: () => void;
}

/** A ZIP is being opened, which takes longer than a moment. */
export default function ArchiveNotice({ progress, onStop }: ArchiveNoticeProps) {
  const { opening, count, stop } = useArchiveMessages();
  const { name, done, total } = progress;
  const place = useRef<HTMLOutputElement>(null);
  const text = opening(name);
  // Later than the element itself: screen readers read what changes in it.
  useEffect(() => {
    if (place.current) place.current.textContent = text;
  }, [text]);
  return (
    <div className={styles.notice}>
      <output ref={place} className={styles.title} />
      <span className={styles.count}>{total > 0 && count(done, total)}</span>
      <Button size="s" onClick={onStop}>
        {stop}
      </Button>
      <div className={styles.progress}>
        <Progress value={total > 0 ? (100 * done) / total : null} label={text} />
      </div>
    </div>
  );
}
