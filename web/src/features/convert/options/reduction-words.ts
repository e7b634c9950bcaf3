import type { WorkspaceMessages } from '../../../i18n/en/workspace.ts';
import type { Language } from '../../../site/pages/language.ts';
import { formatPercent } from '../format-numbers.ts';

/** How much smaller (positive) or larger (negative) the results will be, as an estimate. */
export function describeReduction(
  { list, quality }: Pick<WorkspaceMessages, 'list' | 'quality'>,
  language: Language,
  saved: number,
): string {
  const percent = quality.aboutPercent(formatPercent(Math.abs(saved), language));
  return saved < 0 ? list.bigger(percent) : percent;
}
