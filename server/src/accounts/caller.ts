/** The sender of a valid token. All of it was read from the database for this request. */
export interface SignedInCaller {
  userId: string;
  sessionId: string;
  email: string;
  language: string;
  timeZone: string;
  isPro: boolean;
  /** When Pro ends, as far as known now. */
  proUntil: Date | null;
}

export type Caller = SignedInCaller | null;
