import { randomUUID } from 'node:crypto';
import { flagConditionsSchema } from '@stillpix/contract';
import {
  defaultFlags,
  type FlagConditions,
  type FlagKey,
  flagKeys,
} from '@stillpix/contract/flags';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { findUserByEmail, type UserRow, viewUser } from '../accounts/user-view.ts';
import type { Database } from '../database/database.ts';
import { auditEvents, flagOverrides, mails, sessions, subscriptions } from '../database/schema.ts';
import { addDays } from '../days.ts';
import { createFlags } from '../flags/flags.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Settings } from '../settings.ts';
import { readUsage } from '../usage/conversions.ts';

/** An error message for the administrator, shown without a stack trace. */
export class AdminError extends Error {
  override name = 'AdminError';
}

export const usageText = `Usage: npm run admin -- <command>

  user <email>                  what is known about a user
  grant-pro <email> <days>      give Pro by hand for so many days from now
  end-pro <email>               end Pro that was given by hand
  sign-out <email>              end all sessions of a user
  flags                         list the flags with their overrides
  set-flag <key> on|off [0-100] [users=free|pro] [languages=en,de] [version=1.4.0]
                                override a flag: for a part of all browsers (on: 100), and only for
                                people without or with Pro, for languages, from a version on
  reset-flag <key>              take an override back
  mails                         mails that wait or were given up
  retry-mails                   try the mails that were given up once more
`;

/**
 * Executes a command and returns the text to print. `configured` are the flags from the settings.
 * @throws AdminError
 */
export async function runCommand(
  db: Database,
  words: readonly string[],
  configured: Settings['FLAGS'] = {},
): Promise<string> {
  const [command, ...rest] = words;
  switch (command) {
    case 'user':
      return describeUser(db, await requireUser(db, rest[0]));
    case 'grant-pro':
      return grantPro(db, await requireUser(db, rest[0]), rest[1]);
    case 'end-pro':
      return endPro(db, await requireUser(db, rest[0]));
    case 'sign-out': {
      const user = await requireUser(db, rest[0]);
      await db.delete(sessions).where(eq(sessions.userId, user.id));
      await record(db, 'signed-out-everywhere', user.id);
      return 'All sessions were ended.';
    }
    case 'flags':
      return listFlags(db, configured);
    case 'set-flag':
      return setFlag(db, requireFlag(rest[0]), rest.slice(1));
    case 'reset-flag': {
      const key = requireFlag(rest[0]);
      await db.delete(flagOverrides).where(eq(flagOverrides.key, key));
      await record(db, 'flag-set-by-admin', null, { flag: key, value: 'default' });
      return `${key} is as shipped or configured.`;
    }
    case 'mails':
      return listMails(db);
    case 'retry-mails': {
      const retried = await db
        .update(mails)
        .set({ dueAt: new Date(), attempts: 0 })
        .where(isNull(mails.dueAt))
        .returning({ id: mails.id });
      return `${retried.length} mails will be tried again.`;
    }
    default:
      throw new AdminError(usageText);
  }
}

/**
 * Writes to the audit trail. Commands run outside of requests, so an id connects what one command
 * did.
 */
function record(
  db: Database,
  kind: Parameters<typeof recordEvent>[1],
  userId: string | null,
  details: Record<string, string | number> = {},
): Promise<void> {
  return recordEvent(db, kind, { userId, requestId: `admin-${randomUUID()}`, details });
}

async function requireUser(db: Database, email: string | undefined): Promise<UserRow> {
  if (email === undefined) throw new AdminError(usageText);
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (user === null) throw new AdminError(`There is no user with the address ${email}.`);
  return user;
}

function requireFlag(key: string | undefined): FlagKey {
  const found = flagKeys.find((one) => one === key);
  if (found === undefined) {
    throw new AdminError(`There is no flag "${key ?? ''}". Flags: ${flagKeys.join(', ')}`);
  }
  return found;
}

async function describeUser(db: Database, row: UserRow): Promise<string> {
  const user = await viewUser(db, row);
  const [signedIn] = await db
    .select({ number: count() })
    .from(sessions)
    .where(eq(sessions.userId, row.id));
  const owned = await db.select().from(subscriptions).where(eq(subscriptions.userId, row.id));
  const events = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.userId, row.id))
    .orderBy(desc(auditEvents.at))
    .limit(10);
  const used = await readUsage(db, row.id, row.timeZone);
  const lines = [
    `id            ${user.id}`,
    `email         ${user.email}${user.emailVerified ? '' : ' (not confirmed)'}`,
    `name          ${`${user.firstName} ${user.lastName}`.trim() || '-'}`,
    `since         ${user.createdAt}`,
    `password      ${user.hasPassword ? 'set' : 'none'}`,
    `Pro           ${user.isPro ? 'yes' : 'no'}`,
    `sessions      ${signedIn?.number ?? 0}`,
    `conversions   ${used.conversionsToday} today, ${used.conversionsThisMonth} this month, ${used.totalConversions} in all`,
    ...owned.map(
      (one) =>
        `subscription  ${one.provider} ${one.externalId}: ${one.status}, ${one.plan}, until ${one.currentPeriodEnd.toISOString()}${one.cancelAtPeriodEnd ? ', ends then' : ''}`,
    ),
    ...events.map((event) => `event         ${event.at.toISOString()} ${event.kind}`),
  ];
  return lines.join('\n');
}

async function grantPro(
  db: Database,
  user: UserRow,
  daysText: string | undefined,
): Promise<string> {
  const days = Number(daysText);
  if (!Number.isInteger(days) || days < 1 || days > 3660) {
    throw new AdminError('Give a number of days from 1 to 3660.');
  }
  const now = new Date();
  const end = addDays(now, days);
  const granted = {
    status: 'active' as const,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    paidUntil: end,
    cancelAtPeriodEnd: true,
    endedAt: null,
    syncedAt: now,
  };
  await db.transaction(async (tx) => {
    await tx
      .insert(subscriptions)
      .values({
        ...granted,
        userId: user.id,
        provider: 'manual',
        customerId: `manual-${user.id}`,
        externalId: `manual-${user.id}`,
        plan: 'monthly',
        startedAt: now,
      })
      .onConflictDoUpdate({
        target: subscriptions.externalId,
        set: { ...granted, userId: user.id },
      });
    await record(tx, 'pro-granted-by-admin', user.id, { days });
  });
  return `${user.email} has Pro until ${end.toISOString()}.`;
}

async function endPro(db: Database, user: UserRow): Promise<string> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(subscriptions)
      .set({ status: 'canceled', paidUntil: null, endedAt: now, syncedAt: now })
      .where(and(eq(subscriptions.userId, user.id), eq(subscriptions.provider, 'manual')))
      .returning({ id: subscriptions.id });
    if (ended.length === 0) {
      throw new AdminError(
        'Nothing was given to this user by hand. End a paid subscription at the payment provider.',
      );
    }
    await record(tx, 'pro-ended-by-admin', user.id);
    return `Pro by hand has ended for ${user.email}.`;
  });
}

async function listFlags(db: Database, configured: Settings['FLAGS']): Promise<string> {
  const overrides = await db.select().from(flagOverrides);
  const byHand = new Set(overrides.map(({ key }) => key));
  return (await createFlags(db, configured).list())
    .map((flag) => {
      const { enabled, rolloutPercentage } = flag;
      const isConfigured = configured[flag.key] !== undefined;
      const notes = [
        ...(byHand.has(flag.key) ? ['set by hand'] : isConfigured ? ['set in FLAGS'] : []),
        ...describeConditions(flag.conditions),
        ...(flag.reserved ? ['reserved: turns nothing on yet'] : []),
      ];
      const state = `${enabled ? 'on ' : 'off'} ${String(rolloutPercentage).padStart(3)} %`;
      return `${flag.key.padEnd(28)} ${state}${notes.length === 0 ? '' : `  (${notes.join('; ')})`}`;
    })
    .join('\n');
}

function describeConditions({ userType, languages, minVersion }: FlagConditions): string[] {
  return [
    ...(userType === undefined || userType === 'all' ? [] : [`users ${userType}`]),
    ...(languages === undefined ? [] : [`languages ${languages.join(', ')}`]),
    ...(minVersion === undefined ? [] : [`from version ${minVersion}`]),
  ];
}

/**
 * Parses what follows `on` or `off`: a percentage and conditions, in any order. @throws AdminError
 */
function readFlagOptions(words: readonly string[]) {
  let percentage: number | undefined;
  const given: Record<string, unknown> = {};
  for (const word of words) {
    const [name = '', value = ''] = word.split('=');
    if (/^\d+$/.test(word)) percentage = Number(word);
    else if (name === 'users') given['userType'] = value;
    else if (name === 'languages') given['languages'] = value.split(',');
    else if (name === 'version') given['minVersion'] = value;
    else throw new AdminError(`"${word}" is no option of a flag.\n\n${usageText}`);
  }
  const conditions = flagConditionsSchema.safeParse(given);
  if (!conditions.success) {
    throw new AdminError(
      'Conditions are users=free or users=pro, languages=en,es,pt,de (some of them) and version=1.4.0.',
    );
  }
  if (percentage !== undefined && percentage > 100) {
    throw new AdminError('The rollout is a whole number from 0 to 100.');
  }
  return { percentage, conditions: conditions.data };
}

async function setFlag(db: Database, key: FlagKey, words: readonly string[]): Promise<string> {
  const [state, ...options] = words;
  if (state !== 'on' && state !== 'off') throw new AdminError('Say "on" or "off".');
  const enabled = state === 'on';
  const { percentage, conditions } = readFlagOptions(options);
  const rolloutPercentage = percentage ?? (enabled ? 100 : 0);
  const limits = describeConditions(conditions);
  await db.transaction(async (tx) => {
    const values = { enabled, rolloutPercentage, conditions };
    await tx
      .insert(flagOverrides)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: flagOverrides.key, set: values });
    const value = [`${state} ${rolloutPercentage}`, ...limits].join('; ');
    await record(tx, 'flag-set-by-admin', null, { flag: key, value });
  });
  const whom = limits.length === 0 ? '' : `, ${limits.join(', ')}`;
  const note = defaultFlags.find((flag) => flag.key === key)?.reserved
    ? ' It is reserved: nothing in the product looks at it yet.'
    : '';
  return `${key} is ${state} for ${rolloutPercentage} % of browsers${whom}.${note}`;
}

async function listMails(db: Database): Promise<string> {
  const rows = await db.select().from(mails).orderBy(mails.createdAt).limit(200);
  if (rows.length === 0) return 'No mail waits.';
  return rows
    .map(({ id, kind, recipient, attempts, dueAt, lastError }) =>
      [
        `${id} ${kind} to ${recipient}:`,
        dueAt === null ? 'given up' : `next try ${dueAt.toISOString()}`,
        `after ${attempts} tries`,
        lastError === null ? '' : `(${lastError})`,
      ].join(' '),
    )
    .join('\n');
}
