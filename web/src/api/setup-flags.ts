const needsSetupKey = 'stillpix_needs_account_setup';
const emailKey = 'stillpix_user_email';
const sessionKey = 'stillpix_session_id';

/**
 * What a payer without an account still has to do. This only guides the visitor: the server asks
 * for proof.
 */
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
    // Storage is off. The address bar and the mail carry the same information.
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
    // Storage is off, so there are no flags.
  }
}
