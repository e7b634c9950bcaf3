import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { insidePackages, standardText } from '@stillpix/engine/inside-packages';
import type { Plugin } from 'vite';
import {
  type Lock,
  listShippedPackages,
  type ShippedPackage,
} from './src/site/content/shipped-packages.ts';

const root = join(import.meta.dirname, '..');

const ruler = `\n\n${'='.repeat(78)}\n\n`;

/** The files of a package that its license asks to be passed on. */
function readOwnTexts({ folder }: ShippedPackage): string[] {
  const path = join(root, folder);
  return readdirSync(path)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8').trim());
}

function findSource({ name, folder }: ShippedPackage): string {
  const { repository } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    repository?: string | { url: string };
  };
  const url = typeof repository === 'string' ? repository : repository?.url;
  const isAddress = url !== undefined && /^(?:git\+)?https:/.test(url);
  return isAddress ? url.replace(/^git\+|\.git$/g, '') : `https://www.npmjs.com/package/${name}`;
}

/** All that is to be said of one package: whose it is, where its source is, and the texts. */
export function describePackage(shipped: ShippedPackage): string {
  const { name, version, license } = shipped;
  const own = readOwnTexts(shipped);
  const inside = insidePackages[name] ?? [];
  const ids = license.split(/ (?:AND|OR) |[()]/).filter(Boolean);
  return [
    `${name} ${version}\nLicense: ${license}\nSource: ${findSource(shipped)}`,
    ...(own.length > 0 ? own : ids.map(standardText)),
    ...inside.map(
      (part) =>
        `Contains ${part.name}\n${part.notice}\n\n${part.license.map(standardText).join('\n\n')}`,
    ),
  ].join('\n\n');
}

export function readShippedPackages(): ShippedPackage[] {
  return listShippedPackages(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock,
  );
}

/** The name of a package inside node_modules, or null for files of ours. */
function packageOf(id: string): string | null {
  const path = id.replace(/^\0/, '').split('?')[0] ?? '';
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? null;
}

/** Lets no script or file into the site whose license is not passed on with it. */
export function requireLicenses(): Plugin {
  const names = new Set(readShippedPackages().map(({ name }) => name));
  return {
    name: 'require-licenses',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      for (const output of Object.values(bundle)) {
        const sources =
          output.type === 'chunk' ? output.moduleIds : (output.originalFileNames ?? []);
        for (const source of sources) {
          const name = packageOf(source);
          // Vite's own few lines are part of what it writes.
          if (name === null || names.has(name) || name === 'vite') continue;
          this.error(
            `${output.fileName} has ${relative(root, source)}, whose license is not listed`,
          );
        }
      }
    },
  };
}

/** Writes the licenses of all that ships: /licenses.txt, and beside libheif's wasm those it is under. */
export function licenseFiles(): Plugin {
  return {
    name: 'license-files',
    apply: 'build',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      const shipped = readShippedPackages();
      const ours = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
      const texts = [`Stillpix\n\n${ours}`, ...shipped.map(describePackage)];
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: `${texts.join(ruler)}\n`,
      });
      const libheif = shipped.find(({ name }) => name === 'libheif-js');
      if (libheif === undefined) return;
      this.emitFile({
        type: 'asset',
        fileName: `assets/libheif-js-${libheif.version}-LICENSE.txt`,
        source: `${describePackage(libheif)}\n`,
      });
    },
  };
}
