/**
 * What is built: `served` for our server, which knows accounts, limits and payments, or `static` for
 * any file server, with neither (docs/decisions/014-static-edition.md).
 */
export type Edition = 'served' | 'static';

/** Put in by the build (edition-modules.ts), so that a browser has nothing to turn. */
declare const siteEdition: string | undefined;

// The steps of the build that run in Node by themselves read it from the environment.
const named = typeof siteEdition === 'string' ? siteEdition : process.env.SITE_EDITION;

export const edition: Edition = named === 'static' ? 'static' : 'served';
