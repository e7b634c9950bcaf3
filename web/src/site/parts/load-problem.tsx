import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './load-problem.module.css';

interface LoadProblemProps {
  /** What asking the server threw. */
  thrown: unknown;
  onAgain: () => void;
}

/** In the place of what could not be loaded: nothing is known of it, so nothing is claimed. */
export function LoadProblem({ thrown, onAgain }: LoadProblemProps) {
  const { common, errors } = useMessages().site;
  return (
    <div className={styles.problem} role="alert">
      <p>{explainRequestFailure(thrown, errors)}</p>
      <Button onClick={onAgain}>{common.retry}</Button>
    </div>
  );
}
