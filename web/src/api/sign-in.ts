import type { SignedIn, User } from '@stillpix/contract';
import { call } from './call.ts';
import { tokenKey } from './request.ts';
import { clearSetupFlags, readSetupFlags } from './setup-flags.ts';
import { announceSession } from './session.ts';

const userKey = 'user_data';
/** Kept after signing out: the server recognizes the browser by it at the next sign-in. */
const deviceKey = 'stillpix_device';
const logoutEvent = 'stillpix:logout';
/** Makes the boot script update the name in the header. */
const userEvent = 'stillpix:user';

/** Delay before a page reloads after signing in, in milliseconds. */
const reloadDelay = 500;

/** Stores the response to signing in. The user's data is only for the name in the header. */
export function keepSignIn({ token, user, device }: SignedIn): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // Storage is off: staying signed in is impossible, and the next page says so.
  }
  keepDevice(device);
  keepUser(user);
  if (readSetupFlags().email === user.email) clearSetupFlags();
}

/** Stores the server's identifier for this browser. */
export function keepDevice(device: string): void {
  try {
    localStorage.setItem(deviceKey, device);
  } catch {
    // Storage is off: the server treats the next sign-in as that of an unknown browser.
  }
}

/** The server's identifier for this browser, for the body of a request. */
export function readDevice(): { device?: string } {
  try {
    const device = localStorage.getItem(deviceKey);
    return device === null ? {} : { device };
  } catch {
    return {};
  }
}

export function reloadSoon(): void {
  setTimeout(() => window.location.reload(), reloadDelay);
}

/** Removes a token that is no longer valid, and the user's name. */
export function forgetSignIn(): void {
  try {
    localStorage.removeItem(tokenKey);
    localStorage.removeItem(userKey);
  } catch {
    // Storage is off: nothing was stored.
  }
  window.dispatchEvent(new Event(userEvent));
}

/** Ends the session here whatever the server answers, notifies other tabs, and goes to `next`. */
export async function signOut(next: string): Promise<void> {
  try {
    await call('logout');
  } catch {
    // The token is removed in any case; on the server it expires.
  }
  forgetSignIn();
  window.dispatchEvent(new Event(logoutEvent));
  await announceSession();
  window.location.assign(next);
}

/** Updates the name in the header. */
export function keepUser(user: User): void {
  try {
    localStorage.setItem(userKey, JSON.stringify(user));
  } catch {
    // Storage is off: the header shows no name.
  }
  window.dispatchEvent(new Event(userEvent));
}
