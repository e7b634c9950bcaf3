import { maxFiles } from '@stillpix/contract';
import { useSyncExternalStore } from 'react';
import { dropEntitlement, isEntitledOffline, renewEntitlement } from './entitlement.ts';
import { call } from './call.ts';
import { ApiError, readToken, tokenKey } from './request.ts';

/** What the visitor may do. Only the server decides; nothing in local storage grants Pro. */
export interface Session {
  isPro: boolean;
  maxFiles: number;
  /** False until the server has answered. */
  known: boolean;
}

const free: Session = { isPro: false, maxFiles: maxFiles.free, known: false };

/** If Pro ends elsewhere, it ends here within this time, in milliseconds. */
const askAgainMs = 45_000;

let session = free;
let asked: string | null | undefined;
const listeners = new Set<() => void>();

function publish(isPro: boolean): void {
  session = { isPro, maxFiles: isPro ? maxFiles.pro : maxFiles.free, known: true };
  for (const listener of listeners) listener();
}

/** Asks the server again: after signing in or out, and after a payment. */
async function refreshSession(): Promise<void> {
  const token = readToken();
  asked = token;
  if (token === null) {
    dropEntitlement();
    publish(false);
    return;
  }
  let isPro: boolean;
  try {
    ({ isPro } = await call('verifyPro'));
    if (isPro) void renewEntitlement();
    else dropEntitlement();
  } catch (thrown) {
    // Without a connection the server's last signed statement counts. If the server answered, its
    // answer counts.
    isPro = !(thrown instanceof ApiError) && (await isEntitledOffline());
  }
  if (asked === token) publish(isPro);
}

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  if (!channel) {
    channel = new BroadcastChannel('stillpix-session');
    channel.addEventListener('message', () => void refreshSession());
  }
  return channel;
}

/**
 * Asks the server again in this tab and makes all other tabs do so: after a payment, a
 * cancellation, signing in or out. The message has no content, so each tab trusts only the server.
 */
export async function announceSession(): Promise<void> {
  openChannel()?.postMessage('ask');
  await refreshSession();
}

/** Takes over a value that came with another response, such as that of `validate-features`. */
export function noteIsPro(isPro: boolean): void {
  if (session.isPro !== isPro || !session.known) publish(isPro);
}

const onStorage = (event: StorageEvent) => {
  if (event.key === tokenKey || event.key === null) void refreshSession();
};
const onSeen = () => {
  const isSomebody = readToken() !== null || asked !== null;
  if (document.visibilityState === 'visible' && isSomebody) void refreshSession();
};
/** A page restored from bfcache may show another user. */
const onShow = ({ persisted }: PageTransitionEvent) => {
  if (persisted) onSeen();
};
const onTick = () => {
  if (session.isPro && document.visibilityState === 'visible') void refreshSession();
};
let timer: ReturnType<typeof setInterval> | undefined;

function listen(): void {
  openChannel();
  window.addEventListener('storage', onStorage);
  window.addEventListener('online', onSeen);
  window.addEventListener('pageshow', onShow);
  document.addEventListener('visibilitychange', onSeen);
  timer = setInterval(onTick, askAgainMs);
}

function stopListening(): void {
  window.removeEventListener('storage', onStorage);
  window.removeEventListener('online', onSeen);
  window.removeEventListener('pageshow', onShow);
  document.removeEventListener('visibilitychange', onSeen);
  clearInterval(timer);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) listen();
  listeners.add(listener);
  if (asked === undefined) void refreshSession();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopListening();
  };
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => free,
  );
}
