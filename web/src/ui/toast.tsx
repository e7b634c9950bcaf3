import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { ToastMessage } from './toast-message.ts';

interface Shown extends ToastMessage {
  /** Incremented with each message, so that a repeated text is announced again. */
  number: number;
}

let current: Shown | null = null;
/** What the view has rendered last. Its code may load long after the first message. */
let drawn: Shown | null = null;
const listeners = new Set<() => void>();

function publish(next: Shown | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message. Only one is on screen at a time; a newer one replaces it. */
export function showToast(message: ToastMessage): void {
  publish({ ...message, number: (current?.number ?? 0) + 1 });
}

/** Milliseconds after which screen readers have noticed a message. */
const heardAfter = 1000;

/** A dialog removes the message that was there before it, but not one still to come. */
export function endEarlierToast(): void {
  const earlier = current;
  if (earlier === null || earlier !== drawn) return;
  setTimeout(() => {
    if (current === earlier) publish(null);
  }, heardAfter);
}

const keptKey = 'stillpix_toast';

/**
 * Shows a message now, and again on the next page: for cases where the page is left before the
 * message can be read or its view is loaded.
 */
export function showToastAcrossPages(message: ToastMessage): void {
  try {
    sessionStorage.setItem(keptKey, JSON.stringify(message));
  } catch {
    // Storage is off: it is shown on this page only.
  }
  showToast(message);
}

function showKept(): void {
  try {
    const kept = sessionStorage.getItem(keptKey);
    sessionStorage.removeItem(keptKey);
    if (kept) showToast(JSON.parse(kept) as ToastMessage);
  } catch {
    // Storage is off, or contains something else: there is nothing to show.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Without a network a plain text must do: a failed import would break the whole page.
const ToastView = lazy(() => import('./toast-view.tsx').catch(() => ({ default: PlainToast })));

function PlainToast({ message: { title, text } }: { message: ToastMessage }) {
  return (
    <output>
      {title}
      {text !== undefined && `: ${text}`}
    </output>
  );
}

/** Rendered once in the layout. Its code is loaded with the first message. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  useEffect(showKept, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ToastView
        key={shown.number}
        message={shown}
        label={label}
        closeLabel={closeLabel}
        onDrawn={() => {
          drawn = shown;
        }}
        onClose={() => publish(null)}
      />
    </Suspense>
  );
}
