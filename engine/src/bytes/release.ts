/**
 * Gives memory back at once that nobody will read again, where the browser can (Chrome 114, Firefox 122, Safari
 * 17.4); the garbage collector would wait until there is much of it. The arrays on it are empty from then on.
 */
export function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer?.(0);
}
