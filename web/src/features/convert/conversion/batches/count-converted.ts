import { readChoices } from '../../../../site/browser/choices.ts';
import { countConversions } from '../../../../site/browser/daily-counter.ts';
import { convertedEvent } from '../../../../site/offline/offline-events.ts';
import { reportConversions } from '../batch-limits.ts';

/** Counts in this browser and, with the batch's key, at the server. */
export function countConverted(converted: number, conversionKey: string | null): void {
  rememberCount(converted);
  if (conversionKey !== null) void reportConversions(conversionKey, converted);
}

function rememberCount(converted: number): void {
  dispatchEvent(new Event(convertedEvent));
  try {
    if (readChoices(localStorage).counter) countConversions(localStorage, converted, new Date());
  } catch {
    // Storage can be full or forbidden; the count is only shown, never relied on.
  }
}
