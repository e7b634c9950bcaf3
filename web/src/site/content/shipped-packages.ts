/** What package-lock.json says of one place in node_modules, as far as it is of use here. */
interface LockedPackage {
  version?: string;
  license?: string;
  /** A workspace of ours stands at `resolved`. */
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
  /** Where it is installed, from the project's root. */
  folder: string;
}

/** What a browser runs is made of these and all that they depend on. */
const roots = ['web', 'engine', 'contract'];

/** Files of these are copied into the site; nothing of them runs. */
const fonts = /^node_modules\/@fontsource/;

/**
 * Every package of others that may reach a visitor's browser, by name. Some are there only because
 * the site's framework depends on them; what is shaken out of a bundle is named all the same.
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
