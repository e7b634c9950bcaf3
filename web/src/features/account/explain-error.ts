import { ApiError } from '../../api/request.ts';
import { useMessages } from '../../i18n/messages.ts';
import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useAccountMessages } from './use-account-messages.ts';

/**
 * Translates the server's error. `fallback` is for unknown errors; if there was no response, the
 * text says so.
 */
export function useExplainError(): (thrown: unknown, fallback?: string) => string {
  const messages = useAccountMessages();
  const words: Partial<Record<string, string>> = messages.errors;
  const problems: Partial<Record<string, string>> = messages.passwordProblems;
  const { errors } = useMessages().site;
  return (thrown, fallback) => {
    const code = findCode(thrown);
    // The server knows more weak passwords than the page.
    const fields =
      code === 'weak-password' && thrown instanceof ApiError ? thrown.answer.fields : {};
    const problem = problems[Object.values(fields ?? {})[0] ?? ''];
    if (problem !== undefined) return problem;
    const known = code === undefined ? undefined : words[code];
    if (known !== undefined) return known;
    return code !== undefined && fallback !== undefined
      ? fallback
      : explainRequestFailure(thrown, errors);
  };
}

export function findCode(thrown: unknown): string | undefined {
  return thrown instanceof ApiError ? thrown.answer.code : undefined;
}
