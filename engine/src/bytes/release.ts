/** Its other end is closed, so that what is sent there is gone. */
let nowhere: MessagePort | null = null;

function openNowhere(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}

/**
 * Gives memory back at once that nobody will read again; the garbage collector would wait until there is much of
 * it. The arrays on it are empty from then on. It is sent away because Chromium 156 keeps what has come from
 * another thread, or from a blob, through `buffer.transfer(0)`.
 */
export function release(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength === 0) return;
  nowhere ??= openNowhere();
  nowhere.postMessage(null, [buffer]);
}
