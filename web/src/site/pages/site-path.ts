/** The address of a path of the site in the browser. The served edition is always at the root. */
export const toAddress = (path: string): string => path;

/** The path of the site for an address in the browser. */
export const toPath = (address: string): string => address;
