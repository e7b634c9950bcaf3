import { findPasswordProblem } from '@stillpix/contract/passwords';
import type { FormProblem } from '../../ui/form-problem.ts';
import type { AccountMessages } from '../../i18n/en/account.ts';

type NewPassword = { next: string; again: string };

/**
 * What is wrong with a form that sets a new password, typed twice. Every value must be filled in,
 * also those of other fields.
 */
export function findNewPasswordProblem<Values extends NewPassword>(
  values: Values,
  { toasts, passwordProblems }: AccountMessages,
): FormProblem<keyof Values & string> | null {
  const empty = (Object.keys(values) as (keyof Values & string)[]).find(
    (name) => values[name] === '',
  );
  if (empty !== undefined) return { field: empty, text: toasts.allFields };
  if (values.next !== values.again) return { field: 'again', text: toasts.newMismatch };
  const weakness = findPasswordProblem(values.next, 'change');
  if (weakness === null) return null;
  const text = weakness === 'too-short' ? toasts.newTooShort : passwordProblems[weakness];
  return { field: 'next', text };
}
