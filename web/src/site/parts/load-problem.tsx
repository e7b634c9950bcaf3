import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './load-problem.module.css';

interface LoadProblemProps {
  /** What the failed request threw. */
  thrown: unknown;
  onAgain: () => void;
}

/** Replaces content that could not be loaded, and makes no claims about it. */
export function LoadProblem({ thrown, onAgain }: LoadProblemProps) {
  const { common, errors } = useMessages().site;
  return (
    <div className={styles.problem} role="alert">
      <p>{explainRequestFailure(thrown, errors)}</p>
      <Button onClick={onAgain}>{common.retry}</Button>
    </div>
  );
}
