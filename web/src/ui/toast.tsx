import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { ToastMessage } from './toast-message.ts';

interface Shown extends ToastMessage {
  /** Grows with each message, so that a repeated text is announced again. */
  number: number;
}

let current: Shown | null = null;
/** What the view has drawn last: its code may arrive long after the first message. */
let drawn: Shown | null = null;
const listeners = new Set<() => void>();

function publish(next: Shown | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message; one is on screen at a time, and a newer one takes its place. */
export function showToast(message: ToastMessage): void {
  publish({ ...message, number: (current?.number ?? 0) + 1 });
}

/** Milliseconds after which screen readers have taken a message up. */
const heardAfter = 1000;

/** A dialog takes the place of the message that stood there before it; one still to come is kept. */
export function endEarlierToast(): void {
  const earlier = current;
  if (earlier === null || earlier !== drawn) return;
  setTimeout(() => {
    if (current === earlier) publish(null);
  }, heardAfter);
}

const keptKey = 'stillpix_toast';

/**
 * Shows a message now, and again on the page that comes next: for where the way there begins before
 * anybody can have read it, or before its view's code has arrived.
 */
export function showToastAcrossPages(message: ToastMessage): void {
  try {
    sessionStorage.setItem(keptKey, JSON.stringify(message));
  } catch {
    // Storage is off: it is seen on this page only.
  }
  showToast(message);
}

function showKept(): void {
  try {
    const kept = sessionStorage.getItem(keptKey);
    sessionStorage.removeItem(keptKey);
    if (kept) showToast(JSON.parse(kept) as ToastMessage);
  } catch {
    // Storage is off, or holds something else: there is nothing to show.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Without a network the words alone must do: a failed import would take the whole page with it.
const ToastView = lazy(() => import('./toast-view.tsx').catch(() => ({ default: PlainToast })));

function PlainToast({ message: { title, text } }: { message: ToastMessage }) {
  return (
    <output>
      {title}
      {text !== undefined && `: ${text}`}
    </output>
  );
}

/** Stands once in the layout; its code is fetched with the first message. */
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
