import boot from './boot.js?raw';
import type * as served from './boot-scripts.ts';
import markOldBrowser from './old-browser.js?raw';

/** Nobody signs in, and so nobody out. */
export const bootScripts: typeof served.bootScripts = [markOldBrowser, boot];
