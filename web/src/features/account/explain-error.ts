import { ApiError } from '../../api/request.ts';
import { useMessages } from '../../i18n/messages.ts';
import { explainFailure } from '../../i18n/explain-failure.ts';
import { useAccountMessages } from './use-account-messages.ts';

/**
 * What the server said, in the page's language. `fallback` is for an answer that we do not know;
 * where there was none, the words say so.
 */
export function useExplainError(): (thrown: unknown, fallback?: string) => string {
  const words: Partial<Record<string, string>> = useAccountMessages().errors;
  const { errors } = useMessages().site;
  return (thrown, fallback) => {
    const code = findCode(thrown);
    const known = code === undefined ? undefined : words[code];
    if (known !== undefined) return known;
    return code !== undefined && fallback !== undefined ? fallback : explainFailure(thrown, errors);
  };
}

export function findCode(thrown: unknown): string | undefined {
  return thrown instanceof ApiError ? thrown.answer.code : undefined;
}
