/** Of the site, for flags that ask for a version. */
export const siteVersion = '0.1.0';
