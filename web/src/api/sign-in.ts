import type { SignedIn, User } from '@stillpix/contract';
import { call } from './call.ts';
import { tokenKey } from './request.ts';
import { clearSetupFlags, readSetupFlags } from './setup-flags.ts';
import { announceSession } from './session.ts';

const userKey = 'user_data';
/** Outlives signing out: by it the server knows the browser at the next sign-in. */
const deviceKey = 'stillpix_device';
const logoutEvent = 'stillpix:logout';
/** The boot script writes the name in the header anew. */
const userEvent = 'stillpix:user';

/** Waits so long before a page reloads after signing in, in milliseconds. */
const reloadDelay = 500;

/** Keeps what signing in answered. The user's data is only for the name in the header. */
export function keepSignIn({ token, user, device }: SignedIn): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // Storage is off: nobody can stay signed in, and the next page says so.
  }
  keepDevice(device);
  keepUser(user);
  if (readSetupFlags().email === user.email) clearSetupFlags();
}

/** Keeps what the server calls this browser from now on. */
export function keepDevice(device: string): void {
  try {
    localStorage.setItem(deviceKey, device);
  } catch {
    // Storage is off: the next sign-in is that of a browser like any other.
  }
}

/** What the server called this browser when somebody signed in with it, for the body of a request. */
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

/** Forgets a token that is worth nothing any more, and the name beside it. */
export function forgetSignIn(): void {
  try {
    localStorage.removeItem(tokenKey);
    localStorage.removeItem(userKey);
  } catch {
    // Storage is off: nothing was kept.
  }
  window.dispatchEvent(new Event(userEvent));
}

/** Ends the session here whatever the server says, tells the other tabs, and goes on to `next`. */
export async function signOut(next: string): Promise<void> {
  try {
    await call('logout');
  } catch {
    // The token is forgotten all the same; on the server it expires.
  }
  forgetSignIn();
  window.dispatchEvent(new Event(logoutEvent));
  await announceSession();
  window.location.assign(next);
}

/** Keeps the name in the header up to date. */
export function keepUser(user: User): void {
  try {
    localStorage.setItem(userKey, JSON.stringify(user));
  } catch {
    // Storage is off: the header shows no name.
  }
  window.dispatchEvent(new Event(userEvent));
}
