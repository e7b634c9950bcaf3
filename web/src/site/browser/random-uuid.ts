/** A random UUID. */
export function randomUuid(): string {
  // crypto.randomUUID is missing on pages loaded over plain HTTP from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 10: RFC 9562, section 5.4.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
