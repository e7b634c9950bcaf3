// `npm run sbom`: what ships and serves, as a CycloneDX bill of materials on standard output or in
// the file that is named. Made from package-lock.json alone, so the same lock gives the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 */

/** @param {string} name @param {string} version */
const packageUrl = (name, version) =>
  // https://github.com/package-url/purl-spec: the @ of a scope is escaped.
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** @param {string} integrity */
function readHash(integrity) {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  };
}

/**
 * @param {{version: string, packages: Record<string, Locked>}} lock
 * @returns {object} a CycloneDX 1.6 document
 */
export function makeBillOfMaterials(lock) {
  const components = new Map();
  for (const [path, { version, license, integrity, dev, link, optional }] of Object.entries(
    lock.packages,
  )) {
    if (!path.includes('node_modules/') || dev || link || version === undefined) continue;
    const name = path.replace(/^.*node_modules\//, '');
    const purl = packageUrl(name, version);
    const isExpression = / (?:AND|OR|WITH) /.test(license ?? '');
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      scope: optional ? 'optional' : 'required',
      ...(integrity === undefined ? {} : { hashes: [readHash(integrity)] }),
      ...(license === undefined
        ? {}
        : { licenses: [isExpression ? { expression: license } : { license: { id: license } }] }),
      purl,
    });
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'stillpix',
        name: 'stillpix',
        version: lock.version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const text = `${JSON.stringify(makeBillOfMaterials(lock), null, 2)}\n`;
  const [, , file] = process.argv;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
