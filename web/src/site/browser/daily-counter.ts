import { brand } from '@stillpix/contract/brand';
import { calendarDay } from './calendar-day.ts';

const prefix = `${brand.slug}_converted_`;
const retentionDays = 8;

type CounterStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function readToday(storage: CounterStorage, now: Date): number {
  const stored = Number(storage.getItem(prefix + calendarDay(now)));
  return Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}

/** Adds to today's count, and removes days that are 8 or more days old. */
export function countConversions(storage: CounterStorage, count: number, now: Date): void {
  storage.setItem(prefix + calendarDay(now), String(readToday(storage, now) + count));
  for (const key of staleKeys(storage, now)) storage.removeItem(key);
}

function staleKeys(storage: CounterStorage, now: Date): string[] {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const stale: string[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    if (key === null || !key.startsWith(prefix)) continue;
    const [year, month, day] = key.slice(prefix.length).split('-').map(Number);
    const age = (today - Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1)) / 86_400_000;
    if (!(age < retentionDays)) stale.push(key);
  }
  return stale;
}
