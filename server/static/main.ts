// Puts the built static edition where it will stand: `npm run build:static`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { placeSite } from './place-site.ts';
import { readStaticSettings } from './settings.ts';

try {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'dist/static' },
      built: { type: 'string', default: 'web/build/static/client' },
    },
  });
  const settings = readStaticSettings(process.env);
  const out = resolve(values.out);
  const { files, leftOut } = placeSite(
    { built: resolve(values.built), socialImages: resolve('web/build/client/og'), out },
    settings,
  );
  console.log(`${files} files for ${settings.PUBLIC_URL ?? 'the root of any host'} in ${out}/site`);
  if (settings.PUBLIC_URL === undefined) {
    console.log('No site map and no canonical addresses: PUBLIC_URL is not set.');
  }
  if (leftOut.length > 0) {
    console.log('No imprint: OPERATOR_NAME and OPERATOR_ADDRESS are not set.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
