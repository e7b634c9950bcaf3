/** The fields of a package-lock.json entry that are used here. */
interface LockedPackage {
  version?: string;
  license?: string;
  /** A workspace of ours, which is at `resolved`. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockedPackage>;
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  /** Where it is installed, relative to the project's root. */
  folder: string;
}

/** Code that runs in browsers comes from these and all their dependencies. */
const roots = ['web', 'engine', 'contract'];

/** Packages whose files are copied into the site. None of their code runs. */
const fonts = /^node_modules\/@fontsource/;

/**
 * Every third-party package that may reach a visitor's browser, by name. Some are only dependencies
 * of the site's framework; those removed from the bundle by tree shaking are listed, too.
 */
export function listShippedPackages({ packages }: Lock): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();

  function add(folder: string): void {
    const locked = packages[folder];
    if (locked === undefined || found.has(folder)) return;
    const name = folder.replace(/^.*node_modules\//, '');
    const { version = '', license = '' } = locked;
    found.set(folder, { name, version, license, folder });
    addDependencies(folder);
  }

  function addDependencies(folder: string): void {
    for (const name of Object.keys(packages[folder]?.dependencies ?? {})) {
      const place = findInstalled(packages, folder, name);
      if (place !== null && packages[place]?.link !== true) add(place);
    }
  }

  for (const root of roots) addDependencies(root);
  for (const folder of Object.keys(packages)) if (fonts.test(folder)) add(folder);
  return [...found.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.folder.localeCompare(b.folder, 'en'),
  );
}

/** Where a package finds another: in its own node_modules, or in those of the folders above. */
function findInstalled(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return null;
  }
}
