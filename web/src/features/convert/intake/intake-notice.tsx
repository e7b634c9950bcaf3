import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { useMessages } from '../../../i18n/messages.ts';
import type { Refusal, RefusedFile } from '../accept.ts';
import { findFormats } from './format-lists.ts';
import styles from './intake-notice.module.css';
import type { ToolKind } from '../tools.ts';
import type { IntakeReport } from './intake-report.ts';

interface IntakeNoticeProps {
  ref: RefObject<HTMLDivElement | null>;
  report: IntakeReport;
  tool: ToolKind;
  onDismiss: () => void;
}

/** Which files were refused and why. The others are in the list already. */
export function IntakeNotice({ ref, report, tool, onDismiss }: IntakeNoticeProps) {
  const { intake, formats } = useMessages().convert;
  const ofWrongFormat = report.refused.filter(({ refusal }) => refusal === 'unsupported');
  const others = report.refused.filter(({ refusal }) => refusal !== 'unsupported');
  return (
    <div ref={ref} role="alert" className={styles.notice}>
      <Refused
        summary={intake[report.way](findFormats(formats, tool))}
        files={ofWrongFormat}
        reasons={intake.reasons}
      />
      <Refused summary={intake.someLeftOut} files={others} reasons={intake.reasons} />
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

interface RefusedProps {
  summary: string;
  files: readonly RefusedFile[];
  reasons: Record<Refusal, string>;
}

/** Files that were refused for the same reason, which is the summary. */
function Refused({ summary, files, reasons }: RefusedProps) {
  if (files.length === 0) return null;
  return (
    <>
      <p className={styles.summary}>{summary}</p>
      <ul className={styles.files}>
        {files.map((file, index) => (
          <li key={index}>
            <span className={styles.name}>{file.name}</span>
            <span>{file.refusal === 'archive' ? file.reason : reasons[file.refusal]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
