// `npm run other-browsers`: the main job in Firefox and WebKit, compared with Chromium's results.
import {
  ensureBrowser,
  ensureBuilt,
  ensureInstalled,
  ensureOtherBrowsers,
  requireNode,
  run,
} from './setup.mjs';

try {
  await ensureInstalled();
  requireNode();
  await ensureBrowser();
  await ensureOtherBrowsers();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const config = 'e2e/other-browsers.config.ts';
process.exit(await run('playwright', ['test', '-c', config, ...process.argv.slice(2)]));
