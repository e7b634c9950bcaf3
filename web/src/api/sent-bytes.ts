/** Bytes that this page's own API calls have sent in their bodies since it opened. */
export interface Sent {
  requests: number;
  bytes: number;
}

let sent: Sent = { requests: 0, bytes: 0 };
const listeners = new Set<() => void>();

export function countSent(body: string | undefined): void {
  const bytes = body === undefined ? 0 : new TextEncoder().encode(body).length;
  sent = { requests: sent.requests + 1, bytes: sent.bytes + bytes };
  for (const listener of listeners) listener();
}

export function readSent(): Sent {
  return sent;
}

export function subscribeToSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
