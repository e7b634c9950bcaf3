import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';

const algorithm = 'HS256';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Number of verified tokens in the cache, which takes a few megabytes. The session's row is read
 * for each request anyway.
 */
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

/**
 * Signed session ids (JWT). The server trusts only the session's row; `email` and `isPro` let the
 * page render before it has asked the server.
 */
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
    /** The session that a token identifies. `null` if we did not sign it, or it has expired. */
    async read(token: string): Promise<Named | null> {
      const known = checked.get(token);
      if (known !== undefined && known.until > Date.now()) return known;
      const named = await checkToken(token);
      if (named === null) return null;
      if (checked.size >= maxTokens) checked.clear();
      checked.set(token, named);
      return named;
    },

    /** Makes a token for a user's session that ends at `expiresAt`. */
    async sign(user: TokenUser, sessionId: string, expiresAt: Date): Promise<string> {
      return new SignJWT({ userId: user.id, email: user.email, isPro: user.isPro, sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(secret);
    },
  };
}
