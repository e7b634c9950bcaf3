/** A problem with a form, and at which field; without one it concerns the whole form. */
export interface FormProblem<Field extends string> {
  field?: Field | undefined;
  text: string;
}

/** The problem of each field. `whole` is a problem of the form as a whole. */
export type FieldProblems<Field extends string> = Partial<Record<Field | 'whole', string>>;
