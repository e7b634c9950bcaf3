/** Tells password managers which account a form belongs to when it has no field for the address. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden
      readOnly
      value={email}
    />
  );
}
