/** The site's version, for flags that depend on it. */
export const siteVersion = '0.1.0';
