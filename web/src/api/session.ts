import { apiPaths, maxFiles, type AnswerOf } from '@stillpix/contract';
import { useSyncExternalStore } from 'react';
import { readToken, requestJson, tokenKey } from './request.ts';

/** What the visitor may do, by the server's word only: nothing in local storage grants Pro. */
export interface Session {
  isPro: boolean;
  maxFiles: number;
  /** False until the server has answered. */
  known: boolean;
}

const free: Session = { isPro: false, maxFiles: maxFiles.free, known: false };

let session = free;
let asked: string | null | undefined;
const listeners = new Set<() => void>();

function publish(isPro: boolean): void {
  session = { isPro, maxFiles: isPro ? maxFiles.pro : maxFiles.free, known: true };
  for (const listener of listeners) listener();
}

/** Asks the server anew: after signing in or out, and after a payment. */
export async function refreshSession(): Promise<void> {
  const token = readToken();
  asked = token;
  if (token === null) {
    publish(false);
    return;
  }
  try {
    const { isPro } = await requestJson<AnswerOf<'verifyPro'>>(apiPaths.verifyPro);
    if (asked === token) publish(isPro);
  } catch {
    if (asked === token) publish(false);
  }
}

/** A verdict that came along with another call, such as the answer of `validate-features`. */
export function noteVerdict(isPro: boolean): void {
  if (session.isPro !== isPro || !session.known) publish(isPro);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (asked === undefined) void refreshSession();
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenKey) void refreshSession();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => free,
  );
}
