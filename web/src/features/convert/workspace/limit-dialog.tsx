import { useLanguage, useMessages } from '../../../i18n/messages.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './limit-dialog.module.css';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { limitNumbers, type Picked } from './limit-numbers.ts';

export type LimitQuestion =
  | (Picked & { kind: 'too-many'; waiting: number })
  | { kind: 'zip' }
  /** The server refused, for this reason. */
  | { kind: 'refused'; title: string; reason: string };

interface LimitDialogProps {
  question: LimitQuestion;
  onClose: () => void;
}

/** Shown at the limit of the free plan: continue with what is free, or look at Pro. */
export function LimitDialog({ question, onClose }: LimitDialogProps) {
  const { freeLimit, actions, waiting } = useWorkspaceMessages();
  const { intake } = useMessages().convert;
  const language = useLanguage();
  const { title, text } = describe();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={text}
      closeLabel={freeLimit.close}
    >
      <p className={styles.offer}>{freeLimit.offer}</p>
      <div className={styles.choices}>
        <Button kind="primary" asChild>
          <a
            href={pathOf('pricing', language)}
            data-dialog="upgrade"
            aria-haspopup="dialog"
            onClick={onClose}
          >
            {freeLimit.upgrade}
          </a>
        </Button>
        {question.kind === 'too-many' && (
          <Button onClick={onClose}>{freeLimit.continueFree(limitNumbers(question).first)}</Button>
        )}
      </div>
    </Dialog>
  );

  function describe(): { title: string; text: string } {
    switch (question.kind) {
      case 'too-many':
        return {
          title: limitNumbers(question).isAboutPicked
            ? freeLimit.title(question.picked)
            : waiting.title(question.waiting),
          text: `${intake.tooMany(question.maxFiles, true)} ${freeLimit.othersWait(question.waiting)}`,
        };
      case 'zip':
        return { title: freeLimit.zipTitle, text: actions.zipIsPro };
      case 'refused':
        return { title: question.title, text: question.reason };
    }
  }
}
