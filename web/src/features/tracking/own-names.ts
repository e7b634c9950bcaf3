/**
 * Whether this name in storage belongs to the site. It shares its origin with no other, so all do.
 */
export const isOwnName = (_name: string): boolean => true;
