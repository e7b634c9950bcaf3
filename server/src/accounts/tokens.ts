import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';

const algorithm = 'HS256';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** How many verified tokens are remembered, which takes a few megabytes. The session row is looked up for each request all the same. */
const maxTokens = 5000;

interface Named {
  userId: string;
  sessionId: string;
  /** Milliseconds since 1970. */
  until: number;
}

export interface TokenUser {
  id: string;
  email: string;
  isPro: boolean;
}

/** Signed names of sessions (JWT). The server believes only the session's row: `email` and `isPro` are for the page's first glance. */
export function createTokens(secret: Uint8Array) {
  const checked = new Map<string, Named>();

  async function checkToken(token: string): Promise<Named | null> {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [algorithm],
        requiredClaims: ['iat', 'exp'],
      });
      const { userId, sid, exp = 0 } = payload;
      if (typeof userId !== 'string' || !uuidPattern.test(userId)) return null;
      if (typeof sid !== 'string' || !uuidPattern.test(sid)) return null;
      return { userId, sessionId: sid, until: exp * 1000 };
    } catch (error) {
      if (error instanceof JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    /** The session that a token names, or `null` where we did not sign it or its time is over. */
    async read(token: string): Promise<Named | null> {
      const known = checked.get(token);
      if (known !== undefined && known.until > Date.now()) return known;
      const named = await checkToken(token);
      if (named === null) return null;
      if (checked.size >= maxTokens) checked.clear();
      checked.set(token, named);
      return named;
    },

    /** A token for a session of this user that ends at `expiresAt`. */
    async sign(user: TokenUser, sessionId: string, expiresAt: Date): Promise<string> {
      return new SignJWT({ userId: user.id, email: user.email, isPro: user.isPro, sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(secret);
    },
  };
}
