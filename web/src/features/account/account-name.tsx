/**
 * Tells password managers whose password the form is about, where its owner need not type the address
 * again.
 */
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
