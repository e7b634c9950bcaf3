/** Its other end is closed, so that what is sent there is gone; `none` where nothing can be sent. */
let nowhere: MessagePort | 'none' | null = null;

function openNowhere(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}

/**
 * Gives memory back at once that nobody will read again; the garbage collector would wait until there is much of
 * it. The arrays on it are empty from then on, but for runtimes that hand nothing over: Cloudflare's has channels
 * since August 2025, and none that take a transfer list. It is sent away because Chromium 156 keeps what has come
 * from another thread, or from a blob, through `buffer.transfer(0)`.
 */
export function release(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength === 0 || nowhere === 'none') return;
  try {
    nowhere ??= openNowhere();
    nowhere.postMessage(null, [buffer]);
  } catch {
    // The collector does it then.
    nowhere = 'none';
  }
}
