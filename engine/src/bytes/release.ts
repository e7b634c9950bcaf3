/** A port whose other end is closed, so messages to it vanish. `none` where that does not work. */
let nowhere: MessagePort | 'none' | null = null;

function openNowhere(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}

/**
 * Frees memory at once that is no longer needed; the garbage collector would let it pile up. Arrays
 * on the buffer become empty, except in runtimes without transfer: Cloudflare's has had channels
 * since August 2025, but they accept no transfer list. Posts the buffer away, because
 * `buffer.transfer(0)` in Chromium 156 does not free buffers that came from another thread or a
 * blob.
 */
export function release(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength === 0 || nowhere === 'none') return;
  try {
    nowhere ??= openNowhere();
    nowhere.postMessage(null, [buffer]);
  } catch {
    // Leaves it to the garbage collector.
    nowhere = 'none';
  }
}
