/** Who sent a valid token. Everything here was read from the database for this very request. */
export interface SignedInCaller {
  userId: string;
  sessionId: string;
  email: string;
  language: string;
  timeZone: string;
  isPro: boolean;
  /** Until when Pro lasts, as far as is known now. */
  proUntil: Date | null;
}

export type Caller = SignedInCaller | null;
