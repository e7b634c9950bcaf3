import { X } from 'lucide-react';
import { useMessages } from '../../../i18n/messages.ts';
import { findFormats } from './format-lists.ts';
import styles from './intake-notice.module.css';
import type { ToolKind } from '../tools.ts';
import type { IntakeReport } from './use-intake.ts';

interface IntakeNoticeProps {
  report: IntakeReport;
  tool: ToolKind;
  onDismiss: () => void;
}

/** Which files were refused and why; the others are on the table already. */
export function IntakeNotice({ report, tool, onDismiss }: IntakeNoticeProps) {
  const { intake, formats } = useMessages().convert;
  const wrongFormat = report.refused.some(({ refusal }) => refusal === 'unsupported');
  const summary = wrongFormat ? intake[report.way](findFormats(formats, tool)) : intake.someLeftOut;
  return (
    <div role="alert" className={styles.notice}>
      <p className={styles.summary}>{summary}</p>
      <ul className={styles.files}>
        {report.refused.map(({ name, refusal }, index) => (
          <li key={index}>
            <span className={styles.name}>{name}</span>
            <span>{intake.reasons[refusal]}</span>
          </li>
        ))}
      </ul>
      {report.noneValid && <p>{intake.noneValid}</p>}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={intake.dismiss}
        onClick={onDismiss}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}
