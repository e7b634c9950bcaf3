import boot from './boot.js?raw';
import markOldBrowser from './old-browser.js?raw';
import signOut from './sign-out.js?raw';

/** What runs in <head>, before the first paint, with or without React. */
export const bootScripts: readonly string[] = [markOldBrowser, boot, signOut];
