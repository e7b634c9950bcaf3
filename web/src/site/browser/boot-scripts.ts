import boot from './boot.js?raw';
import markOldBrowser from './old-browser.js?raw';
import signOut from './sign-out.js?raw';

/** Scripts that run in <head> before the first paint, on every page. */
export const bootScripts: readonly string[] = [markOldBrowser, boot, signOut];
