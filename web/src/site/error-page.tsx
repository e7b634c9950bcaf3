import { useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { failures } from '../i18n/failures.ts';
import type { Language } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import styles from './error-page.module.css';
import { describeError, diagnostics, log } from './log-buffer.ts';

/** Stands in for the whole page when its code threw. */
export default function ErrorPage({ error, language }: { error: unknown; language: Language }) {
  const words = failures[language];
  const [copied, setCopied] = useState(false);
  useEffect(() => log('error', describeError(error)), [error]);
  const copy = async () => {
    await navigator.clipboard.writeText(diagnostics());
    setCopied(true);
  };
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p>{words.text}</p>
      <p className={styles.message}>{messageOf(error) || words.unknown}</p>
      <p className={styles.choices}>
        <Button kind="primary" onClick={() => location.reload()}>
          {words.refresh}
        </Button>
        <Button onClick={() => void copy()}>{copied ? words.copied : words.diagnostics}</Button>
      </p>
    </main>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : '';
}
