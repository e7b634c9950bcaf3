import { Component, lazy, Suspense, type ReactNode } from 'react';
import type { Language } from '../site/pages/language.ts';

// Loaded on demand. If even that fails, the mount failure shows the error (entry.client.tsx).
const ErrorPage = lazy(() => import('../site/shell/error-page.tsx'));

interface ErrorGuardProps {
  language: Language;
  children: ReactNode;
}

interface ErrorGuardState {
  thrown: { error: unknown } | null;
}

/** `[data-failed]` hides the rest of the page's content: the error replaces it. */
export class ErrorGuard extends Component<ErrorGuardProps, ErrorGuardState> {
  override state: ErrorGuardState = { thrown: null };

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } };
  }

  override componentDidCatch() {
    document.documentElement.toggleAttribute('data-failed', true);
  }

  override render() {
    const { thrown } = this.state;
    if (thrown === null) return this.props.children;
    return (
      <Suspense>
        <ErrorPage error={thrown.error} language={this.props.language} />
      </Suspense>
    );
  }
}
