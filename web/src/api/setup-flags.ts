const needsSetupKey = 'stillpix_needs_account_setup';
const emailKey = 'stillpix_user_email';
const sessionKey = 'stillpix_session_id';

/** What a payer without an account still has to do. Marks the way only: the server asks for proof. */
export interface SetupFlags {
  needed: boolean;
  email: string | null;
  sessionId: string | null;
}

export function keepSetupFlags(email: string, sessionId: string): void {
  try {
    localStorage.setItem(needsSetupKey, 'true');
    localStorage.setItem(emailKey, email);
    localStorage.setItem(sessionKey, sessionId);
  } catch {
    // Storage is off: the address bar and the mail carry the same.
  }
}

export function readSetupFlags(): SetupFlags {
  try {
    return {
      needed: localStorage.getItem(needsSetupKey) === 'true',
      email: localStorage.getItem(emailKey),
      sessionId: localStorage.getItem(sessionKey),
    };
  } catch {
    return { needed: false, email: null, sessionId: null };
  }
}

export function clearSetupFlags(): void {
  try {
    for (const key of [needsSetupKey, emailKey, sessionKey]) localStorage.removeItem(key);
  } catch {
    // Storage is off: there are none.
  }
}
