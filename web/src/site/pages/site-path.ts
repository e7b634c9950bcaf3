/** The address at which a browser finds a path of the site. The served edition stands at the root. */
export const toAddress = (path: string): string => path;

/** The path of the site that an address of this browser stands for. */
export const toPath = (address: string): string => address;
