import type { ErrorAnswer } from '@stillpix/contract';
import { ApiError } from '../../api/request.ts';
import type { AccountMessages } from '../../i18n/en/account.ts';

/** What the server said, in the page's language; `fallback` where it said nothing that we know. */
export function explainError(thrown: unknown, messages: AccountMessages, fallback: string): string {
  const answer: Partial<ErrorAnswer> = thrown instanceof ApiError ? thrown.answer : {};
  // The server knows more weak passwords than the page.
  const problem = Object.values(answer.code === 'weak-password' ? (answer.fields ?? {}) : {})[0];
  const problems: Partial<Record<string, string>> = messages.passwordProblems;
  if (problem !== undefined && problems[problem] !== undefined) return problems[problem];
  const words: Partial<Record<string, string>> = messages.errors;
  return (answer.code === undefined ? undefined : words[answer.code]) ?? fallback;
}
