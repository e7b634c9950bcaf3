/** What is wrong with a form, and at which field; none where it is about the whole. */
export interface FormProblem<Field extends string> {
  field?: Field | undefined;
  text: string;
}

/** What is wrong at each field; `whole` is what is wrong with none of them alone. */
export type FieldProblems<Field extends string> = Partial<Record<Field | 'whole', string>>;
