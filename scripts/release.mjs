// `npm run release`: what a version is handed out as, in dist/: the source, the built site, the site
// alone for any file server, the engine's package, the files for containers and proxies, a bill of
// materials, the changes since the last tag, the image where an engine is found, and the sums of all.
// The same commit gives the same bytes, the image's aside: what it is built on moves. `npm run release
// -- --twice` makes it a second time in a clone at another place and compares.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeBillOfMaterials } from './sbom.mjs';
import { ensureInstalled, ensureStaticBuilt, requireNode, root, run } from './setup.mjs';

const maxArchiveBytes = 2 ** 30;

/** @param {string} program @param {string[]} args */
const read = (program, args) =>
  execFileSync(program, args, { cwd: root, maxBuffer: maxArchiveBytes });

/** @param {string[]} args */
const git = (...args) => read('git', args).toString().trim();

/** The commits since the last tag, or since the beginning, newest first. */
export function listChanges() {
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0'], {
    cwd: root,
    encoding: 'utf8',
  });
  const range = tag.status === 0 ? [`${tag.stdout.trim()}..HEAD`] : ['HEAD'];
  return git('log', '--no-merges', '--format=- %s', ...range);
}

/**
 * The commit's own files. Neither git's archive nor zlib's header has a time of today in it.
 * @param {string} prefix
 */
export const packSource = (prefix) =>
  gzipSync(read('git', ['archive', '--format=tar', `--prefix=${prefix}/`, 'HEAD']), { level: 9 });

/**
 * A folder, whoever built it and when.
 * @param {string} folder
 * @param {string} seconds of the commit
 */
export function packFolder(folder, seconds) {
  const same = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const tar = read('tar', [...same, '--mode=u=rwX,go=rX', '-C', folder, '-cf', '-', '.']);
  return gzipSync(tar, { level: 9 });
}

/** @param {string} folder */
export function writeSums(folder) {
  const lines = readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map((name) => {
      const sum = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${sum.digest('hex')}  ${name}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

async function release() {
  if (git('status', '--porcelain') !== '') {
    throw new Error('There are changes that no commit has: a release is made from a commit.');
  }
  await ensureInstalled();
  requireNode();
  const time = git('log', '-1', '--format=%ct');
  // Settings of whoever makes the release have no place in it; the year in its pages is the commit's.
  delete process.env.PUBLIC_URL;
  process.env.SOURCE_DATE_EPOCH = time;
  await ensureStaticBuilt();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const name = `stillpix-${lock.version}`;
  const out = join(root, 'dist');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  /** @type {(file: string, content: string | Buffer) => void} */
  const write = (file, content) => writeFileSync(join(out, file), content);
  write(`${name}-source.tar.gz`, packSource(name));
  write(`${name}-site.tar.gz`, packFolder(join(root, 'web', 'build', 'client'), time));
  await step('node', ['server/static/main.ts', '--out', 'dist/static']);
  write(`${name}-static.tar.gz`, packFolder(join(out, 'static'), time));
  rmSync(join(out, 'static'), { recursive: true });
  await step('npm', ['run', '--silent', 'package', '-w', 'engine']);
  // npm writes the same time into every archive it packs.
  await step('npm', ['pack', '--silent', '--pack-destination', out, './engine/dist']);
  write(`${name}-deploy.tar.gz`, packFolder(join(root, 'deploy'), time));
  write(`${name}-sbom.json`, `${JSON.stringify(makeBillOfMaterials(lock), null, 2)}\n`);
  write(`${name}-changes.md`, `# Stillpix ${lock.version}\n\n${listChanges()}\n`);
  const engine = ['docker', 'podman'].find((one) => spawnSync(one, ['info']).status === 0);
  if (engine === undefined) console.log('No container engine was found: no image.');
  else {
    const image = `stillpix:${lock.version}`;
    read(engine, ['build', '-f', 'deploy/Dockerfile', '-t', image, '.']);
    read(engine, ['save', '-o', join(out, `${name}-image.tar`), image]);
  }
  writeSums(out);
  console.log(readFileSync(join(out, 'SHA256SUMS'), 'utf8'));
}

/** @param {string} command @param {string[]} args */
async function step(command, args) {
  if ((await run(command, args, {}, 'on failure')) !== 0) throw new Error(`${command} failed`);
}

/** Once more, from a clone at another place with packages of its own; throws where a sum differs. */
async function releaseAgain() {
  const clone = mkdtempSync(join(tmpdir(), 'stillpix-release-'));
  try {
    git('clone', '--quiet', '--no-hardlinks', root, clone);
    console.log(`Once more, in ${clone} …`);
    read('node', [join(clone, 'scripts', 'release.mjs')]);
    const sums = [root, clone].map((place) => listSums(join(place, 'dist')));
    const different = [...(sums[0] ?? [])].filter(([file, sum]) => sums[1]?.get(file) !== sum);
    if (different.length > 0) {
      throw new Error(`Not the same bytes: ${different.map(([file]) => file).join(', ')}`);
    }
    console.log(`The same bytes, twice: ${[...(sums[0]?.keys() ?? [])].join(', ')}`);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function listSums(folder) {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const all = lines.map((line) => /** @type {[string, string]} */ (line.split('  ').reverse()));
  return new Map(all.filter(([file]) => !file.endsWith('-image.tar')));
}

if (process.argv[1] === import.meta.filename) {
  const isTwice = process.argv.includes('--twice');
  await (isTwice ? release().then(releaseAgain) : release()).catch(
    (/** @type {unknown} */ error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}
