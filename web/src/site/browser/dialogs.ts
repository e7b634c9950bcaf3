import { useEffect, useState } from 'react';

/** Dialogs that any page may open with a `data-dialog` link. */
export type DialogName = 'sign-in' | 'account' | 'purchase' | 'upgrade';

/**
 * The open dialog. A link with `data-dialog` leads to a page of its own if its dialog is not in
 * `available`, and on pages without JavaScript.
 */
export function useDialogs(available: readonly DialogName[]): {
  open: DialogName | null;
  close: () => void;
} {
  const [open, setOpen] = useState<DialogName | null>(null);
  useEffect(() => {
    const find = (name: unknown) => available.find((known) => known === name);
    // Tells screen readers that these links now open dialogs. Without script they lead to other
    // pages.
    for (const link of document.querySelectorAll<HTMLElement>('[data-dialog]')) {
      if (find(link.dataset.dialog)) link.setAttribute('aria-haspopup', 'dialog');
    }
    const onClick = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey
      )
        return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-dialog]') : null;
      const name = find(link?.dataset.dialog);
      if (!name) return;
      event.preventDefault();
      setOpen(name);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [available]);
  return { open, close: () => setOpen(null) };
}
