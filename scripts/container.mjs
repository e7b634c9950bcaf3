// `npm run container`: builds the image of deploy/Dockerfile, or with `-- static` that of the site
// alone, and tries it: with docker or podman where one runs; else with buildah, which needs no service
// but root; else the same steps, read from the Dockerfile, in a bare Debian made by debootstrap. It says
// which was done.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readDockerfile } from './dockerfile.mjs';
import { environment, root } from './setup.mjs';

/** The files, each with a page that its server has and what the server writes while it runs. */
const images = {
  product: { file: 'deploy/Dockerfile', page: '/heic-to-jpg', port: 3000, writes: 'database' },
  static: { file: 'deploy/static.Dockerfile', page: '/heic-to-jpg/', port: 8080, writes: 'static' },
};
const tried = process.argv.includes('static') ? images.static : images.product;

/** What an image that only serves has no use for, by the paths at which Debian and npm put it. */
const unwanted = [
  ...['usr/bin/gcc', 'usr/bin/cc', 'usr/bin/make', 'usr/bin/npm', 'usr/local/bin/npm'],
  ...['app/node_modules/typescript', 'app/node_modules/@typescript', 'app/node_modules/vitest'],
];

/** Beyond this the image has something in it that it does not need, in megabytes of /app. */
const maxMegabytes = 380;

/** Where Debian has its programs. */
const inDebian = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** @param {string} program @param {string[]} args @param {import('node:child_process').ExecFileSyncOptions} [options] */
const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/** @param {boolean} holds @param {string} otherwise */
function require(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The commit's own files, but for those that .dockerignore leaves out. @param {string} folder */
function checkOut(folder) {
  mkdirSync(folder, { recursive: true });
  const tar = execFileSync('git', ['archive', '--format=tar', 'HEAD'], {
    cwd: root,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  // Of its patterns only names at the top, and all but some of what lies in them, are in a clean clone.
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  for (const name of ignored.filter((line) => !/^(\*\*|#|!)/.test(line))) {
    const within = name.endsWith('/*') ? name.slice(0, -2) : null;
    const names = within
      ? readdirSync(join(folder, within)).map((each) => `${within}/${each}`)
      : [name];
    for (const each of names) {
      if (ignored.includes(`!${each}`)) continue;
      rmSync(join(folder, each), { recursive: true, force: true });
    }
  }
}

/** The path of a bare Debian as an archive, made once. */
function keepBareRoot() {
  const kept = join(root, '.cache', 'bare-root.tar');
  if (existsSync(kept)) return kept;
  console.log('Making a bare Debian, which takes some minutes the first time …');
  const made = mkdtempSync(join(tmpdir(), 'stillpix-debian-'));
  run('debootstrap', ['--variant=minbase', 'bookworm', made]);
  mkdirSync(dirname(kept), { recursive: true });
  run('tar', ['-C', made, '-cf', kept, '.']);
  rmSync(made, { recursive: true, force: true });
  return kept;
}

/** @param {string} folder */
function makeBareRoot(folder) {
  const kept = keepBareRoot();
  mkdirSync(folder);
  run('tar', ['-C', folder, '-xf', kept]);
  // As it was made, only root could look into it.
  chmodSync(folder, 0o755);
}

/**
 * The steps of the Dockerfile without an engine: the first stage on this machine's Debian with the
 * pinned Node, the second in a bare one.
 * @param {string} folder
 */
function buildByHand(folder) {
  const { build, final } = readDockerfile(readFileSync(join(root, tried.file), 'utf8'));
  const [source, bare] = [join(folder, 'src'), join(folder, 'root')];
  checkOut(source);
  for (const command of build.run) {
    console.log(`RUN ${command}`);
    run('sh', ['-c', command], { cwd: source, env: environment() });
  }
  makeBareRoot(bare);
  for (const command of final.run) {
    console.log(`RUN ${command}`);
    run('chroot', [bare, 'sh', '-c', command], { env: { ...process.env, PATH: inDebian } });
  }
  for (const [from, to] of final.copied) {
    const [place, target] = [join(folder, from), join(bare, to)];
    mkdirSync(dirname(target), { recursive: true });
    cpSync(place, target, { recursive: true, verbatimSymlinks: true });
  }
  return { bare, final };
}

/**
 * Starts it as its user, who can write to /data alone, asks it, and ends it.
 * @param {ReturnType<typeof buildByHand>} built
 * @param {string} how
 */
async function tryByHand({ bare, final }, how) {
  const [uid = 0, gid = 0] = final.user.split(':').map(Number);
  const data = join(bare, final.volume);
  mkdirSync(data, { recursive: true });
  chownSync(data, uid, gid);
  for (const path of unwanted) require(!existsSync(join(bare, path)), `the image has /${path}`);
  const megabytes = Number(
    execFileSync('du', ['-sm', join(bare, 'app')])
      .toString()
      .split('\t')[0],
  );
  require(megabytes <= maxMegabytes, `/app takes ${megabytes} MB`);
  const writable = spawnSync(
    'chroot',
    [`--userspec=${final.user}`, bare, 'sh', '-c', 'touch /app/x || touch /etc/x || touch /x'],
    { stdio: 'ignore' },
  );
  require(writable.status !== 0, 'its user can write outside of /data');

  const port = await findFreePort();
  // A trial on loopback, without a payment provider and a mail server of its own.
  const settings = {
    PATH: inDebian,
    ...final.environment,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  /** @param {readonly string[]} command */
  const inside = (command) => [
    ...[`--userspec=${final.user}`, bare, 'env', '-i', '-C', final.workFolder],
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
  const server = spawn('chroot', inside(final.command), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const healthy = async () => {
      for (let attempt = 0; attempt < 100; attempt++) {
        if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`);
        const asked = spawnSync('chroot', inside(final.healthCheck), { stdio: 'ignore' });
        if (asked.status === 0) return;
        await setTimeout(300);
      }
      throw new Error('its health check never passed');
    };
    await healthy();
    const page = await fetch(`http://127.0.0.1:${port}${tried.page}`);
    require(page.status === 200, `a page answers ${page.status}`);
    require(statSync(join(data, tried.writes)).uid === uid, 'its data is not its own');
  } finally {
    // `chroot` and `env` become what they start, so the signal arrives.
    server.kill(/** @type {NodeJS.Signals} */ (final.stopSignal));
  }
  if (server.exitCode === null) await once(server, 'exit');
  require(server.exitCode === 0, `it ended with ${server.exitCode} when it was told to stop`);
  console.log(`${how} ${megabytes} MB in /app; healthy, serves, stops.`);
}

/** @param {string} folder */
function createBuildah(folder) {
  const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  /** @param {string[]} args */
  return (...args) =>
    execFileSync('buildah', [...store, '--storage-driver', 'vfs', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 28,
    }).trim();
}

/**
 * The images that the Dockerfile begins with, where they cannot be fetched: a bare Debian, and in it
 * the Node and the npm of this machine.
 * @param {ReturnType<typeof createBuildah>} buildah
 * @param {ReturnType<typeof readDockerfile>} dockerfile
 */
function makeBaseImages(buildah, { build, final }) {
  const registry = 'docker.io/library/';
  const debian = buildah('from', 'scratch');
  buildah('add', '-q', debian, keepBareRoot(), '/');
  buildah('commit', '-q', debian, `${registry}${final.base}`);
  // Not by `npm root -g`: under the pinned Node it names a folder without npm.
  const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const npm = dirname(dirname(process.env.npm_execpath ?? realpathSync(found)));
  buildah('copy', '-q', debian, process.execPath, '/usr/local/bin/node');
  buildah('copy', '-q', debian, npm, '/usr/local/lib/node_modules/npm');
  const command = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  buildah('run', '--isolation', 'chroot', debian, '--', 'sh', '-c', command);
  // Whoever's network has a certificate of its own needs it inside, too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    buildah('copy', '-q', debian, certificates, '/usr/local/share/ca.pem');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/ca.pem', debian);
  }
  buildah('commit', '-q', debian, `${registry}${build.base}`);
  buildah('rm', debian);
}

/** @param {string} folder */
async function tryWithBuildah(folder) {
  const buildah = createBuildah(folder);
  const source = join(folder, 'source');
  checkOut(source);
  const dockerfile = readDockerfile(readFileSync(join(root, tried.file), 'utf8'));
  const fetched = spawnSync('buildah', ['pull', '-q', dockerfile.final.base], {
    stdio: 'ignore',
    timeout: 60_000,
  });
  if (fetched.status !== 0) makeBaseImages(buildah, dockerfile);
  const how = ['--isolation', 'chroot', '--layers=false', '--pull=false', '--format', 'docker'];
  buildah('build', ...how, '-f', join(root, tried.file), '-t', 'stillpix-check', source);
  const container = buildah('from', '--pull=false', 'stillpix-check');
  const bare = buildah('mount', container);
  chmodSync(bare, 0o755);
  await tryByHand({ bare, final: dockerfile.final }, 'With buildah: the image was built.');
}

/** @param {string} engine */
async function tryWithEngine(engine) {
  const image = 'stillpix-check';
  run(engine, ['build', '-f', tried.file, '-t', image, '.'], { cwd: root });
  const port = await findFreePort();
  const name = `stillpix-check-${process.pid}`;
  run(engine, [
    ...['run', '-d', '--rm', '--name', name, '--read-only', '--tmpfs', '/tmp', '-v', '/data'],
    ...['-e', 'NODE_ENV=development', '-e', 'ALLOW_SIMULATED=yes'],
    ...['-p', `127.0.0.1:${port}:${tried.port}`, image],
  ]);
  try {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`http://127.0.0.1:${port}${tried.page}`).catch(() => null);
      if (answer?.status === 200) break;
      require(attempt < 100, 'it never became healthy');
      await setTimeout(300);
    }
  } finally {
    run(engine, ['stop', name]);
  }
  console.log(`With ${engine}: the image was built, is healthy with a read-only root, and stops.`);
}

const engine = ['docker', 'podman'].find((one) => spawnSync(one, ['info']).status === 0);
const folder = mkdtempSync(join(tmpdir(), 'stillpix-container-'));
try {
  const isRoot = process.getuid?.() === 0;
  /** @param {string} program */
  const has = (program) => spawnSync('which', [program]).status === 0;
  if (engine !== undefined) await tryWithEngine(engine);
  else if (isRoot && has('buildah')) await tryWithBuildah(folder);
  else if (isRoot && has('debootstrap')) {
    const how = 'Without an engine: the Dockerfile’s steps in a bare Debian.';
    await tryByHand(buildByHand(folder), how);
  } else console.log('Neither a container engine nor debootstrap as root: nothing was tried.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
