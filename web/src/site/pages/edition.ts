/**
 * Which edition is built: `served` for our server, with accounts, limits and payments, or `static`
 * for any file server, without them (docs/decisions/014-static-edition.md).
 */
export type Edition = 'served' | 'static';

/** Inserted by the build (edition-modules.ts), so that a browser cannot change it. */
declare const siteEdition: string | undefined;

// Build steps that run in Node directly read it from the environment.
const named = typeof siteEdition === 'string' ? siteEdition : process.env.SITE_EDITION;

export const edition: Edition = named === 'static' ? 'static' : 'served';
