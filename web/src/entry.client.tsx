import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { describeError, listenForErrors, log } from './site/log-buffer.ts';

listenForErrors();

/** React itself did not start: the error in plain HTML, with nothing of ours in the way. */
function showMountFailure(thrown: unknown): void {
  log('error', describeError(thrown));
  const heading = document.createElement('h1');
  heading.textContent = 'Error';
  const message = document.createElement('pre');
  message.textContent = thrown instanceof Error ? thrown.message : String(thrown);
  document.body.replaceChildren(heading, message);
}

startTransition(() => {
  try {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        onUncaughtError: showMountFailure,
        onRecoverableError: (thrown) => log('error', describeError(thrown)),
      },
    );
  } catch (thrown) {
    showMountFailure(thrown);
  }
});
