import type { Database } from '../database/database.ts';
import { auditEvents } from '../database/schema.ts';

export type AuditKind =
  | 'registered'
  | 'registered-again'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'session-ended'
  | 'password-changed'
  | 'password-reset'
  | 'pro-account-set-up'
  | 'email-change-asked'
  | 'email-confirmed'
  | 'email-changed'
  | 'data-exported'
  | 'account-deleted'
  | 'pro-granted-by-admin'
  | 'pro-ended-by-admin'
  | 'flag-set-by-admin';

/** Records a security event in the transaction it is about. Ids and codes only. */
export async function recordEvent(
  tx: Database,
  kind: AuditKind,
  event: { userId: string | null; requestId: string; details?: Record<string, string | number> },
): Promise<void> {
  await tx.insert(auditEvents).values({ kind, ...event });
}
