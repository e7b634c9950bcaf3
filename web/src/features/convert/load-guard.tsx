import { Component, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './converter.module.css';

/** Shows a loading message while the code of its children is fetched, and what failed. */
export function LoadGuard({ children }: { children: ReactNode }) {
  return (
    <FailureGuard>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </FailureGuard>
  );
}

export function Loading() {
  const { convert } = useMessages();
  const { loading } = convert.dropZone;
  return (
    <div className={styles.loading}>
      <Spinner label={loading} />
      <p aria-hidden>{loading}</p>
    </div>
  );
}

export function LoadFailed() {
  const { convert } = useMessages();
  return (
    <div role="alert" className={styles.loading}>
      <p>{convert.dropZone.loadFailed}</p>
      {/* Browsers keep a failed module in their module map, so only a reload helps. */}
      <button type="button" onClick={() => window.location.reload()}>
        {convert.dropZone.tryAgain}
      </button>
    </div>
  );
}

class FailureGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <LoadFailed /> : this.props.children;
  }
}
