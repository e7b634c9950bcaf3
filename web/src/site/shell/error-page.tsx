import { useEffect } from 'react';
import { failures } from '../../i18n/failures.ts';
import type { Language } from '../pages/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyDiagnostics } from '../parts/copy-diagnostics.tsx';
import styles from './error-page.module.css';
import { describeError, log } from '../browser/log-buffer.ts';

/** Replaces the whole content of a page when its code threw. */
export default function ErrorPage({ error, language }: { error: unknown; language: Language }) {
  const words = failures[language];
  useEffect(() => log('error', describeError(error)), [error]);
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{words.title}</h1>
      <p>{words.text}</p>
      <p className={styles.message}>{messageOf(error) || words.unknown}</p>
      <p className={styles.choices}>
        <Button kind="primary" onClick={() => location.reload()}>
          {words.refresh}
        </Button>
        <CopyDiagnostics />
      </p>
    </div>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
