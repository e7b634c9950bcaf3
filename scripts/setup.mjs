// Makes a bare machine ready. Plain JavaScript without dependencies: it runs before anything is
// installed, on whatever Node (>= 20) the machine has.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { doOnce } from './setup-lock.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, '.cache');

/** The environment for child processes: the installed tools, and the pinned Node, come first. */
export const environment = () => ({
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
});

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let isStopping = false;

/**
 * Ends this process after whatever `run` has started. That is killed: npm answers a signal only once
 * its downloads are done, and what is broken off is begun anew the next time.
 */
export async function stopRunning() {
  isStopping = true;
  await Promise.all(
    [...running].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
  process.exit(1);
}

/**
 * Runs a command from the project's root; the exit code is the answer.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [extra] further environment variables
 * @param {'shown' | 'on failure'} [output] when its output is shown
 * @returns {Promise<number>}
 */
export function run(command, args, extra = {}, output = 'shown') {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output === 'shown' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...environment(), ...extra },
      shell: process.platform === 'win32',
    });
    running.add(child);
    /** @type {Buffer[]} */
    const kept = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => kept.push(chunk));
    }
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      running.delete(child);
      if (isStopping) return;
      if (code !== 0) process.stderr.write(Buffer.concat(kept));
      resolve(code ?? 1);
    });
  });
}

const parent = process.ppid;

/**
 * Calls `stop` when npm is gone: it ends its shell on SIGTERM, but not what the shell started, which
 * then has a new parent.
 * @param {() => void} stop
 */
export function whenOrphaned(stop) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 200).unref();
}

/** @param {string} name */
const readStamp = (name) => {
  const file = join(cache, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** @param {string} name @param {string} value */
const writeStamp = (name, value) => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, name), value);
};

/** Installs the locked packages, unless that was done for this very lock file. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isDone = () => readStamp('installed') === lock && existsSync(join(root, 'node_modules'));
  await doOnce(root, isDone, () => installLocked(lock));
}

/**
 * What installs the locked packages. Install scripts stay off: nothing here needs one, and a package's
 * script is code nobody reviewed. What builds comes along also where the environment is production's,
 * for which npm leaves it out.
 */
export const installCommand = ['ci', '--ignore-scripts', '--include=dev', '--loglevel=error'];

/** @param {string} lock */
async function installLocked(lock) {
  console.log('Installing packages, which takes half a minute …');
  // Whatever is broken off halfway must not pass for the install or the build that was there before.
  writeStamp('installed', '');
  const code = await run('npm', installCommand);
  if (code !== 0) {
    throw new Error('npm ci failed; see its message above. Is the npm registry reachable?');
  }
  await linkNode();
  writeStamp('installed', lock);
}

/**
 * Gives the pinned Node its place among the commands. npm 9 and 10 remove it with the packages
 * for other platforms, which are not installed but bring a command of the same name.
 */
async function linkNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  if (!existsSync(join(root, 'node_modules', name))) return;
  if (existsSync(join(root, 'node_modules', '.bin', 'node'))) return;
  await run(
    'npm',
    ['rebuild', '--ignore-scripts', '--include=dev', '--loglevel=error', name],
    {},
    'on failure',
  );
}

/** Checks that the Node in use runs TypeScript as it is; for most platforms a pinned one was installed. */
export function requireNode() {
  const found = spawnSync('node', ['--version'], { env: environment(), encoding: 'utf8' });
  const [major = 0, minor = 0] = (found.stdout ?? '').replace('v', '').split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return;
  throw new Error(
    `Node ${found.stdout?.trim() || '(none)'} is too old to run the server, and no newer one is bundled for ` +
      `${process.platform}-${process.arch}. Install the Node named in .nvmrc and try again.`,
  );
}

const sourceFolders = ['engine', 'contract', 'web', 'package-lock.json'];
const notSource = new Set(['node_modules', 'build', 'dist']);

/**
 * A fingerprint of everything the build reads: names, sizes and times, so that it takes milliseconds.
 * @param {string} path
 * @param {import('node:crypto').Hash} hash
 */
function fingerprint(path, hash) {
  const stat = statSync(path);
  if (!stat.isDirectory()) {
    hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    // Tests that run meanwhile keep hidden folders of their own for a moment.
    if (!name.startsWith('.') && !notSource.has(name)) fingerprint(join(path, name), hash);
  }
}

/**
 * What is built of the site: the edition for our server, with the engine, and the one for any file
 * server, whose settings come later (server/static). Stamps are told apart by name.
 */
const editions = {
  served: {
    stamp: 'built',
    page: ['web', 'build', 'client', 'index.html'],
    says: 'Building, which takes a minute …',
    command: ['run', '--silent', 'build'],
    env: { NODE_ENV: 'production' },
  },
  static: {
    stamp: 'built-static',
    page: ['web', 'build', 'static', 'client', 'index.html'],
    says: 'Building the static edition, which takes half a minute …',
    command: ['run', '--silent', 'build', '-w', 'web'],
    env: { NODE_ENV: 'production', SITE_EDITION: 'static', PUBLIC_URL: '' },
  },
};

/**
 * Builds an edition, unless nothing it is made from has changed since.
 * @param {keyof typeof editions} name
 */
async function ensureEdition(name) {
  const edition = editions[name];
  const hash = createHash('sha256');
  for (const folder of sourceFolders) fingerprint(join(root, folder), hash);
  // The pages' absolute addresses are made from it.
  if (name === 'served') hash.update(process.env.PUBLIC_URL ?? '');
  // A release says the year of its commit.
  hash.update(process.env.SOURCE_DATE_EPOCH ?? '');
  const stamp = hash.digest('hex');
  const isDone = () =>
    readStamp(edition.stamp) === stamp && existsSync(join(root, ...edition.page));
  await doOnce(root, isDone, () => buildEdition(edition, stamp));
}

/** Builds wasm and site. */
export const ensureBuilt = () => ensureEdition('served');

/** The static edition takes the engine and the pictures for social networks from the served one. */
export async function ensureStaticBuilt() {
  await ensureBuilt();
  await ensureEdition('static');
}

/** @param {(typeof editions)[keyof typeof editions]} edition @param {string} stamp */
async function buildEdition(edition, stamp) {
  console.log(edition.says);
  writeStamp(edition.stamp, '');
  // Thousands of lines, one for each page: of no use to anybody while it works.
  const code = await run('npm', edition.command, edition.env, 'on failure');
  if (code !== 0) throw new Error('The build failed; see its message above.');
  writeStamp(edition.stamp, stamp);
}

/** What the tests compare with: a file that shows it is there, and the Debian packages that bring it. */
const systemPackages = [
  { shows: ['/usr/lib/postgresql'], packages: ['postgresql'] },
  { shows: ['/usr/bin/heif-convert', '/usr/bin/heif-enc'], packages: ['libheif-examples'] },
  { shows: ['/usr/bin/ffmpeg'], packages: ['ffmpeg'] },
  { shows: ['/usr/bin/x265'], packages: ['x265'] },
  { shows: ['/usr/bin/cjpeg'], packages: ['libjpeg-turbo-progs'] },
  { shows: ['/usr/bin/dwebp'], packages: ['webp'] },
  { shows: ['/usr/bin/exiftool'], packages: ['libimage-exiftool-perl'] },
  { shows: ['/usr/bin/identify'], packages: ['imagemagick'] },
  { shows: ['/usr/sbin/nginx'], packages: ['nginx-light'] },
  { shows: ['/usr/bin/caddy'], packages: ['caddy'] },
  { shows: ['/usr/sbin/apache2'], packages: ['apache2-bin'] },
  { shows: ['/usr/bin/promtool'], packages: ['prometheus'] },
  {
    shows: [
      '/usr/bin/hunspell',
      ...['en_US', 'es_ES', 'pt_BR', 'de_DE'].map((name) => `/usr/share/hunspell/${name}.dic`),
    ],
    packages: ['hunspell', 'hunspell-en-us', 'hunspell-es', 'hunspell-pt-br', 'hunspell-de-de'],
  },
];

const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** @param {string[]} names */
async function installPackages(names) {
  // By its run level the system starts none of the services that come with them.
  const quiet = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  console.log(`Installing ${names.join(', ')} …`);
  await run('apt-get', ['update', '-qq'], quiet);
  const install = ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  if ((await run('apt-get', [...install, ...names], quiet)) === 0) return;
  // One unknown name fails the whole call; the others are still worth having.
  for (const name of names) await run('apt-get', [...install, name], quiet);
}

/**
 * Installs what the tests compare with (native decoders, a real PostgreSQL, dictionaries) where the
 * system lets us: Debian or a relative, as root. Elsewhere the tests that need them say so and skip.
 */
export async function ensureSystemPackages() {
  const names = systemPackages
    .filter(({ shows }) => !shows.every((path) => existsSync(path)))
    .flatMap(({ packages }) => packages);
  if (names.length === 0) return;
  if (canInstallPackages()) await installPackages(names);
  else console.log(`Not installed, so what needs them is skipped: ${names.join(', ')}`);
}

/**
 * The path of a Chromium, or null. CHROMIUM_PATH wins, then the system's, then Playwright's own.
 * @returns {Promise<string | null>}
 */
export async function findBrowser() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  for (const path of candidates) if (path && existsSync(path)) return path;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * The path of a browser for tests of pages: Debian's Chromium without windows, in which a page is there in half the
 * time, else what `findBrowser` finds.
 */
export async function findPageBrowser() {
  if (process.env.CHROMIUM_PATH || !existsSync(headlessShell)) return findBrowser();
  return headlessShell;
}

/** Flags for a Chromium that makes no requests of its own and may run as root. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Sees to it that there is a browser to test in, and where the system lets us, the one for tests of pages. */
export async function ensureBrowser() {
  const hasBrowser = (await findBrowser()) !== null;
  const hasShell = process.env.CHROMIUM_PATH || existsSync(headlessShell);
  const names = [
    ...(hasBrowser ? [] : ['chromium']),
    ...(hasShell ? [] : ['chromium-headless-shell']),
  ];
  if (canInstallPackages()) {
    if (names.length > 0) await installPackages(names);
  } else if (!hasBrowser) await run('playwright', ['install', 'chromium']);
  if (!(await findBrowser())) {
    throw new Error(
      'No Chromium found, and none could be installed. Install one (as root: apt-get install chromium), or name it in CHROMIUM_PATH.',
    );
  }
}

/** The path of a Firefox, or null. FIREFOX_PATH wins, then the system's. */
export function findFirefox() {
  const candidates = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The path of WebKitGTK's small browser where its driver and a screen for it are there too, or null. */
export function findWebKit() {
  if (!existsSync('/usr/bin/WebKitWebDriver') || !existsSync('/usr/bin/Xvfb')) return null;
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const builds = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'];
  const paths = builds.map((build) => `/usr/lib/${machine}-linux-gnu/${build}/MiniBrowser`);
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Installs Firefox and WebKit where the system lets us; elsewhere their tests skip. */
export async function ensureOtherBrowsers() {
  const names = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  if (names.length === 0) return;
  if (canInstallPackages()) await installPackages(names);
  else console.log(`Not installed, so what needs them is skipped: ${names.join(', ')}`);
}
