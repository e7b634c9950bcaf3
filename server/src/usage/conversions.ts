import { randomUUID } from 'node:crypto';
import { maxFiles } from '@stillpix/contract/limits';
import type { FeatureValidation, Usage } from '@stillpix/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.ts';
import type { Database } from '../database/database.ts';
import { isInvalidParameter } from '../database/failures.ts';
import { conversionBatches } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';

/** Start of the current day or month in a time zone. */
const startOf = (unit: 'day' | 'month', timeZone: string) =>
  sql`date_trunc(${unit}::text, now() at time zone ${timeZone}::text) at time zone ${timeZone}::text`;

const sumWhere = (condition: ReturnType<typeof sql>) =>
  sql<string>`coalesce(sum(${conversionBatches.converted}) filter (where ${condition}), 0)`;

const shownDays = 14;

/**
 * Number of files that an account converted: today, this month, in total, and on each of the last
 * days. In UTC if the database does not know the time zone, as not all know the same ones.
 */
export async function readUsage(db: Database, userId: string, timeZone: string): Promise<Usage> {
  try {
    return await readUsageIn(db, userId, timeZone);
  } catch (error) {
    if (timeZone === 'UTC' || !isInvalidParameter(error)) throw error;
    return readUsageIn(db, userId, 'UTC');
  }
}

async function readUsageIn(db: Database, userId: string, timeZone: string): Promise<Usage> {
  const since = (unit: 'day' | 'month') =>
    sumWhere(sql`${conversionBatches.createdAt} >= ${startOf(unit, timeZone)}`);
  const [row] = await db
    .select({
      now: sql<string>`to_char(now() at time zone ${timeZone}::text, 'YYYY-MM-DD')`,
      today: since('day'),
      month: since('month'),
      total: sumWhere(sql`true`),
    })
    .from(conversionBatches)
    .where(eq(conversionBatches.userId, userId));
  const counts = await countDays(db, userId, timeZone);
  const today = row?.now ?? '';
  const days = Array.from({ length: shownDays }, (_, index) => {
    const day = dayBefore(today, shownDays - 1 - index);
    return { day, conversions: counts.get(day) ?? 0 };
  });
  return {
    conversionsToday: Number(row?.today ?? 0),
    conversionsThisMonth: Number(row?.month ?? 0),
    totalConversions: Number(row?.total ?? 0),
    days,
  };
}

async function countDays(
  db: Database,
  userId: string,
  timeZone: string,
): Promise<Map<string, number>> {
  const { converted, createdAt } = conversionBatches;
  // By position: the same expression with its own parameters would count as a different one.
  const rows = await db
    .select({
      day: sql<string>`to_char(${createdAt} at time zone ${timeZone}::text, 'YYYY-MM-DD')`,
      count: sql<string>`sum(${converted})`,
    })
    .from(conversionBatches)
    .where(
      and(
        eq(conversionBatches.userId, userId),
        sql`${createdAt} >= ${startOf('day', timeZone)} - make_interval(days => ${shownDays})`,
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** The calendar day `days` earlier. Both are `YYYY-MM-DD`. */
function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** The operator's daily limit for people without Pro. */
interface DailyLimit {
  files: number;
  /** Who is counted, if not signed in: a keyed hash of the address. */
  visitor: string;
}

interface Asked {
  action: 'upload' | 'convert' | 'check_status';
  fileCount: number;
  conversionKey?: string | undefined;
}

/** Whether the caller may convert this many files, according to the server's data. */
export async function validateFeatures(
  db: Database,
  asked: Asked,
  caller: Caller,
  limit: DailyLimit | null,
): Promise<FeatureValidation> {
  const isPro = caller?.isPro ?? false;
  const max = isPro ? maxFiles.pro : maxFiles.free;
  const daily = isPro ? null : limit;
  const answer = (remainingToday: number | null): FeatureValidation => ({
    allowed: true,
    reason: '',
    reasonCode: null,
    maxFiles: max,
    isPro,
    remainingToday,
  });
  const isConversion = asked.action === 'convert' && asked.fileCount <= max;
  if (!isConversion || (daily === null && asked.conversionKey === undefined)) {
    const left = daily === null ? null : await countLeft(db, caller, daily);
    if (asked.action === 'check_status') return answer(left);
    if (asked.fileCount > max) {
      const offer = isPro ? '' : ` Upgrade to Pro for up to ${maxFiles.pro} files.`;
      const reason = `You can only upload up to ${max} files at once.${offer}`;
      return { ...answer(left), allowed: false, reason, reasonCode: 'too-many-files' };
    }
    return left !== null && asked.fileCount > left ? refuse(answer(left), daily) : answer(left);
  }
  // A batch without a key is counted as well, but nobody can report on it.
  const key = asked.conversionKey ?? randomUUID();
  if (daily === null) {
    await openBatch(db, { key, allowed: asked.fileCount, caller, visitor: null });
    return answer(null);
  }
  return db.transaction(async (tx) => {
    // One batch per person at a time, so that the count below stays valid until it is used.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${personOf(caller, daily)}, 0))`,
    );
    const left = await countLeft(tx, caller, daily);
    const batch = { key, allowed: asked.fileCount, caller, visitor: visitorOf(caller, daily) };
    if (await isOpen(tx, batch)) return answer(left);
    if (asked.fileCount > left) return refuse(answer(left), daily);
    await openBatch(tx, batch);
    return answer(left);
  });
}

function refuse(answer: FeatureValidation, daily: DailyLimit | null): FeatureValidation {
  const reason = `Daily limit reached. ${answer.remainingToday ?? 0} of ${daily?.files ?? 0} files are left today.`;
  return { ...answer, allowed: false, reason, reasonCode: 'daily-limit' };
}

const visitorOf = (caller: Caller, daily: DailyLimit) => (caller === null ? daily.visitor : null);
const personOf = (caller: Caller, daily: DailyLimit) => caller?.userId ?? daily.visitor;

/**
 * Number of files left today. Counts what was allowed, whatever the page reports, because a page
 * could report that nothing was converted. The day is UTC's, which nobody can choose.
 */
async function countLeft(db: Database, caller: Caller, daily: DailyLimit): Promise<number> {
  const isOwn =
    caller === null
      ? eq(conversionBatches.visitor, daily.visitor)
      : eq(conversionBatches.userId, caller.userId);
  const [row] = await db
    .select({ files: sql<string>`coalesce(sum(${conversionBatches.allowed}), 0)` })
    .from(conversionBatches)
    .where(and(isOwn, sql`${conversionBatches.createdAt} >= ${startOf('day', 'UTC')}`));
  return Math.max(0, daily.files - Number(row?.files ?? 0));
}

interface Batch {
  key: string;
  allowed: number;
  caller: Caller;
  visitor: string | null;
}

/** Whether a key is still usable. The same key is the same batch; another person's is refused. */
async function isOpen(db: Database, { key, allowed, caller }: Batch): Promise<boolean> {
  const [existing] = await db
    .select({ allowed: conversionBatches.allowed, userId: conversionBatches.userId })
    .from(conversionBatches)
    .where(eq(conversionBatches.key, key));
  if (existing === undefined) return false;
  if (existing.userId !== (caller?.userId ?? null) || existing.allowed !== allowed) {
    throw new ApiError('conversion-key-in-use');
  }
  return true;
}

async function openBatch(db: Database, batch: Batch): Promise<void> {
  const { key, allowed, caller, visitor } = batch;
  const made = await db
    .insert(conversionBatches)
    .values({ key, userId: caller?.userId ?? null, visitor, allowed })
    .onConflictDoNothing()
    .returning({ key: conversionBatches.key });
  if (made.length === 0) await isOpen(db, batch);
}

/**
 * Counts successful conversions. The greatest number reported for a batch counts, up to what was
 * allowed.
 */
export async function reportConversions(
  db: Database,
  report: { conversionKey: string; converted: number },
  caller: Caller,
): Promise<number> {
  const owner =
    caller === null
      ? isNull(conversionBatches.userId)
      : eq(conversionBatches.userId, caller.userId);
  const [row] = await db
    .update(conversionBatches)
    .set({
      converted: sql`greatest(${conversionBatches.converted}, least(${report.converted}::smallint, ${conversionBatches.allowed}))`,
    })
    .where(and(eq(conversionBatches.key, report.conversionKey), owner))
    .returning({ converted: conversionBatches.converted });
  if (row === undefined) throw new ApiError('not-found');
  return row.converted;
}
