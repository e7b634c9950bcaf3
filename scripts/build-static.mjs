// `npm run build:static`: the site alone, as a folder for any file server (docs/static.md).
import { ensureInstalled, ensureStaticBuilt, requireNode, run } from './setup.mjs';

try {
  await ensureInstalled();
  requireNode();
  // Its address is written in afterwards, so that the built site is the same for everybody.
  const { PUBLIC_URL } = process.env;
  delete process.env.PUBLIC_URL;
  await ensureStaticBuilt();
  const settings = PUBLIC_URL === undefined ? {} : { PUBLIC_URL };
  process.exitCode = await run(
    'node',
    ['server/static/main.ts', ...process.argv.slice(2)],
    settings,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
