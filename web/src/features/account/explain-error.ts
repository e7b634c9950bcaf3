import { ApiError } from '../../api/request.ts';
import type { AccountMessages } from '../../i18n/en/account.ts';

/** What the server said, in the page's language; `fallback` where it said nothing that we know. */
export function explainError(thrown: unknown, messages: AccountMessages, fallback: string): string {
  const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
  const words: Partial<Record<string, string>> = messages.errors;
  return (code === undefined ? undefined : words[code]) ?? fallback;
}
