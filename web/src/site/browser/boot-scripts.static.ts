import boot from './boot.js?raw';
import type * as served from './boot-scripts.ts';
import markOldBrowser from './old-browser.js?raw';

/** There is no signing in, and so no signing out. */
export const bootScripts: typeof served.bootScripts = [markOldBrowser, boot];
