import { maxFiles } from '@stillpix/contract/limits';
import type { FeatureValidation, Usage } from '@stillpix/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.ts';
import type { Database } from '../database/open.ts';
import { conversionBatches } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';

/** Midnight of the running day, or of the first of the month, in a time zone. */
const startOf = (unit: 'day' | 'month', timeZone: string) =>
  sql`date_trunc(${unit}::text, now() at time zone ${timeZone}::text) at time zone ${timeZone}::text`;

const sumWhere = (condition: ReturnType<typeof sql>) =>
  sql<string>`coalesce(sum(${conversionBatches.converted}) filter (where ${condition}), 0)`;

export async function readUsage(db: Database, userId: string, timeZone: string): Promise<Usage> {
  const since = (unit: 'day' | 'month') =>
    sumWhere(sql`${conversionBatches.createdAt} >= ${startOf(unit, timeZone)}`);
  const [row] = await db
    .select({ today: since('day'), month: since('month'), total: sumWhere(sql`true`) })
    .from(conversionBatches)
    .where(eq(conversionBatches.userId, userId));
  return {
    conversionsToday: Number(row?.today ?? 0),
    conversionsThisMonth: Number(row?.month ?? 0),
    totalConversions: Number(row?.total ?? 0),
  };
}

/** Files of today that count against a daily limit: converted, or allowed a moment ago and not reported yet. */
async function countToday(db: Database, caller: Caller, visitor: string | null): Promise<number> {
  const owner =
    caller === null
      ? eq(conversionBatches.visitor, visitor ?? '')
      : eq(conversionBatches.userId, caller.userId);
  const [row] = await db
    .select({
      files: sql<string>`coalesce(sum(case
        when ${conversionBatches.createdAt} > now() - interval '10 minutes' then ${conversionBatches.allowed}
        else ${conversionBatches.converted} end), 0)`,
    })
    .from(conversionBatches)
    .where(
      and(
        owner,
        sql`${conversionBatches.createdAt} >= ${startOf('day', caller?.timeZone ?? 'UTC')}`,
      ),
    );
  return Number(row?.files ?? 0);
}

interface Asked {
  action: 'upload' | 'convert' | 'check_status';
  fileCount: number;
  conversionKey?: string | undefined;
}

/** Whether the caller may have so many files, by what the server knows of the caller. */
export async function validateFeatures(
  db: Database,
  asked: Asked,
  caller: Caller,
  daily: { limit: number; visitor: string } | null,
): Promise<FeatureValidation> {
  const isPro = caller?.isPro ?? false;
  const most = isPro ? maxFiles.pro : maxFiles.free;
  const visitor = caller === null ? (daily?.visitor ?? null) : null;
  const remaining =
    daily === null || isPro
      ? null
      : Math.max(0, daily.limit - (await countToday(db, caller, visitor)));
  const answer = {
    allowed: true,
    reason: '',
    reasonCode: null,
    maxFiles: most,
    isPro,
    remainingToday: remaining,
  };
  if (asked.action === 'check_status') return answer;
  if (asked.fileCount > most) {
    const offer = isPro ? '' : ` Upgrade to Pro for up to ${maxFiles.pro} files.`;
    const reason = `You can only upload up to ${most} files at once.${offer}`;
    return { ...answer, allowed: false, reason, reasonCode: 'too-many-files' };
  }
  if (remaining !== null && asked.fileCount > remaining) {
    const reason = `Daily limit reached. ${remaining} of ${daily?.limit ?? 0} files are left today.`;
    return { ...answer, allowed: false, reason, reasonCode: 'daily-limit' };
  }
  if (asked.action === 'convert' && asked.conversionKey !== undefined) {
    await openBatch(db, asked.conversionKey, asked.fileCount, caller, visitor);
  }
  return answer;
}

/** Asking again with the same key is the same batch; the key of somebody else's is refused. */
async function openBatch(
  db: Database,
  key: string,
  allowed: number,
  caller: Caller,
  visitor: string | null,
): Promise<void> {
  const userId = caller?.userId ?? null;
  const made = await db
    .insert(conversionBatches)
    .values({ key, userId, visitor, allowed })
    .onConflictDoNothing()
    .returning({ key: conversionBatches.key });
  if (made.length > 0) return;
  const [existing] = await db
    .select({ allowed: conversionBatches.allowed, userId: conversionBatches.userId })
    .from(conversionBatches)
    .where(eq(conversionBatches.key, key));
  if (existing?.userId !== userId || existing.allowed !== allowed) {
    throw new ApiError('conversion-key-in-use');
  }
}

/** Counts what succeeded. The greatest number reported for a batch counts, up to what was allowed. */
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
