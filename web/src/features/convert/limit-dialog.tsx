import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './limit-dialog.module.css';
import { useLightTableMessages } from './use-light-table-messages.ts';

export type LimitQuestion =
  | {
      kind: 'too-many';
      files: File[];
      /** How many of them still fit. */
      places: number;
      maxFiles: number;
    }
  | { kind: 'zip' }
  | { kind: 'upgrade' };

interface LimitDialogProps {
  question: LimitQuestion;
  onClose: () => void;
  onContinue: (files: File[]) => void;
}

/** Asked where free ends: go on with what is free, or look at Pro. */
export default function LimitDialog({ question, onClose, onContinue }: LimitDialogProps) {
  const { freeLimit, actions, toasts } = useLightTableMessages();
  const language = useLanguage();
  const isTooMany = question.kind === 'too-many';
  const title = {
    'too-many': isTooMany ? freeLimit.title(question.files.length) : '',
    zip: freeLimit.zipTitle,
    upgrade: toasts.notAllowed,
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title[question.kind]}
      description={
        question.kind === 'zip'
          ? actions.zipIsPro
          : freeLimit.body(isTooMany ? question.maxFiles : 5)
      }
      closeLabel={freeLimit.close}
    >
      <div className={styles.choices}>
        <Button kind="primary" asChild>
          <a href={pathOf('pricing', language)}>{freeLimit.upgrade}</a>
        </Button>
        {isTooMany && question.places > 0 && (
          <Button onClick={() => onContinue(question.files.slice(0, question.places))}>
            {freeLimit.continueFree(question.places)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
