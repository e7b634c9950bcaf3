import { Field } from '../../ui/field.tsx';

interface EmailFieldProps {
  label: string;
  error?: string | undefined;
  value: string;
  onValue: (email: string) => void;
}

/** Named so that password managers recognize the account. */
export function EmailField({ label, error, value, onValue }: EmailFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      type="email"
      name="email"
      autoComplete="username"
      data-first-focus
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
