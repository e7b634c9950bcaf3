/** Whether the site keeps something by this name. It shares its origin with nobody: all is its own. */
export const isOwnName = (_name: string): boolean => true;
