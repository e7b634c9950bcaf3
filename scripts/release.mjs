// `npm run release`: what a version is handed out as, in dist/: the source, the built site, a bill of
// materials, the changes since the last tag, the container where an engine is found, and the sums of
// all. The same commit gives the same bytes, the container's aside: what it is built on moves.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeBillOfMaterials } from './sbom.mjs';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

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
  await ensureBuilt();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const name = `stillpix-${lock.version}`;
  const out = join(root, 'dist');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  /** @type {(file: string, content: string | Buffer) => void} */
  const write = (file, content) => writeFileSync(join(out, file), content);
  write(`${name}-source.tar.gz`, packSource(name));
  const time = git('log', '-1', '--format=%ct');
  write(`${name}-site.tar.gz`, packFolder(join(root, 'web', 'build', 'client'), time));
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

if (process.argv[1] === import.meta.filename) {
  await release().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
