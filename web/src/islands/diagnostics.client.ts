import { diagnostics } from '../site/browser/log-buffer.ts';

// The only script of support pages. The button is hidden until it works.
for (const place of document.querySelectorAll<HTMLElement>('[data-diagnostics]')) {
  const button = place.querySelector('button');
  const text = place.querySelector('textarea');
  place.hidden = false;
  button?.addEventListener('click', () => void copy(button, text));
}

async function copy(button: HTMLButtonElement, text: HTMLTextAreaElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(diagnostics());
    button.textContent = button.dataset.done ?? '';
  } catch {
    showText(text);
  }
}

/** If pages may not write to the clipboard, shows the text to be copied by hand. */
function showText(text: HTMLTextAreaElement | null): void {
  if (!text) return;
  text.value = diagnostics();
  text.hidden = false;
  text.select();
}
