import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiPolicy, commonHeaders } from '../src/http/site-headers.ts';
import { createLog } from '../src/log.ts';
import { createFacts } from '../src/site/operator-facts.ts';
import { createSite } from '../src/site/site.ts';
import { placeSite } from './place-site.ts';
import { readStaticSettings, serviceFacts, type StaticSettings } from './settings.ts';

const built: Record<string, string> = {
  'index.html': '<!doctype html><html lang="en"><head><script>boot()</script></head>home</html>',
  'heic-to-jpg/index.html':
    '<!doctype html><html lang="en"><head><script>boot()</script></head>HEIC</html>',
  '404/index.html':
    '<!doctype html><html lang="en"><head><script>boot()</script></head>Not found</html>',
  'assets/entry-abc.js': 'export {};',
  'assets/codec-abc.wasm': '\0asm',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.webmanifest': '{"start_url":"/"}',
  'robots.txt': 'User-agent: *\nDisallow: /api/\n\nSitemap: https://stillpix.example/sitemap.xml\n',
  'service-worker.js': 'const files={version:"0123456789ab"};',
};
const checked = [
  'content-security-policy',
  'permissions-policy',
  'cache-control',
  'content-type',
  ...Object.keys(commonHeaders('http://example.org')),
];

let settings: StaticSettings;
/** The folder on the host, as it stands in an address. */
let root: string;
let folder: string;
let placed: string;
let running: ChildProcess | null = null;

function placeUnder(address: string): void {
  settings = readStaticSettings({ PUBLIC_URL: address });
  root = new URL(address).pathname;
  folder = mkdtempSync(join(tmpdir(), 'stillpix-hosts-'));
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, 'built', name)), { recursive: true });
    writeFileSync(join(folder, 'built', name), text);
  }
  placed = join(folder, 'placed');
  placeSite(
    { built: join(folder, 'built'), socialImages: join(folder, 'none'), out: placed },
    settings,
  );
}

afterEach(async () => {
  if (running === null || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
  running = null;
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** At a Unix socket or a port of this machine. */
function ask(at: At, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...at, host: '127.0.0.1', path, headers: { host: 'example.org' } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (body += part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body,
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const ours = (headers: Record<string, string>) =>
  Object.fromEntries(checked.map((name) => [name, headers[name] ?? null]));

/** A host may say less of a type than our server, which names the letters of all text. */
const withoutLetters = (headers: Record<string, string | null>) => ({
  ...headers,
  'content-type': headers['content-type']?.split(';')[0] ?? null,
});

/** What our server sends with the same files. */
async function expectedOf(path: string): Promise<Record<string, string | null>> {
  const serve = await createSite(
    join(placed, 'site'),
    createLog('silent'),
    createFacts({ ...serviceFacts, ...settings }, undefined),
  );
  const own = path.slice(root.length).replace(/(.)\/$/, '$1');
  const answer = await serve(new Request(`http://example.org${own}`));
  return ours({
    'content-security-policy': apiPolicy,
    ...commonHeaders('http://example.org'),
    ...Object.fromEntries(answer.headers),
  });
}

const names = [
  '',
  'heic-to-jpg/',
  'assets/entry-abc.js',
  'assets/codec-abc.wasm',
  'icon.svg',
  'site.webmanifest',
  'robots.txt',
  'service-worker.js',
];
const paths = () => names.map((name) => `${root}/${name}`);

type At = { socketPath: string } | { port: number };

/** What a host answers for every kind of file, and for what there is none of. */
async function readAnswers(at: At) {
  await waitFor(at);
  const files: Record<string, object> = {};
  for (const path of paths()) {
    const { status, headers } = await ask(at, path);
    files[path] = { status, ...withoutLetters(ours(headers)) };
  }
  const led = await ask(at, `${root}/heic-to-jpg`);
  const missing = await ask(at, `${root}/nothing/here`);
  const hidden = [];
  for (const name of ['.htaccess', '_headers']) hidden.push(await ask(at, `${root}/${name}`));
  return {
    files,
    leadsTo: [
      led.status >= 301,
      decodeURI(led.headers['location'] ?? '').replace(/^https?:\/\/[^/]+/, ''),
    ],
    missing: [
      missing.status,
      missing.body.includes('Not found'),
      missing.headers['content-security-policy']?.includes("'sha256-"),
    ],
    isHidden: hidden.map(({ status }) => status >= 400),
  };
}

/** The same as our server answers it, and as a good host should where ours never has such files. */
async function expectedAnswers() {
  const files: Record<string, object> = {};
  for (const path of paths()) {
    files[path] = { status: 200, ...withoutLetters(await expectedOf(path)) };
  }
  return {
    files,
    leadsTo: [true, `${decodeURI(root)}/heic-to-jpg/`],
    missing: [404, true, true],
    isHidden: [true, true],
  };
}

/** Until it answers; what it said when it ended instead. */
async function waitFor(at: At): Promise<void> {
  await expect
    .poll(() =>
      ask(at, `${root}/`).then(
        () => running?.exitCode ?? 'answers',
        () => running?.exitCode,
      ),
    )
    .toBe('answers');
}

function start(program: string, args: string[]): void {
  running = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}

const read = (name: string) => readFileSync(join(placed, name), 'utf8');
const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

describe.each([
  ['a folder', 'http://example.org/pictures'],
  ['a folder with a space and a letter beyond ASCII', 'http://example.org/meine fotos-ü'],
])('the files written for %s of a host send what our server sends', (_, address) => {
  beforeAll(() => placeUnder(address));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!has('nginx', '-v'))('nginx', async () => {
    const socketPath = join(folder, 'nginx.sock');
    const site = read('nginx.conf')
      .replace('listen 80;', `listen unix:${socketPath};`)
      .replaceAll('/srv/stillpix/site/', `${placed}/site/`);
    writeFileSync(join(folder, 'site.conf'), site);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `${user} daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${kept.join(' ')} include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    start('nginx', ['-c', join(folder, 'nginx.conf')]);
    expect(await readAnswers({ socketPath })).toEqual(await expectedAnswers());
  });

  test.skipIf(!has('caddy', 'version'))('Caddy', async () => {
    const socketPath = join(folder, 'caddy.sock');
    const site = read('Caddyfile')
      .replace('http://example.org {', `http://example.org {\n\tbind unix/${socketPath}`)
      .replaceAll('/srv/stillpix/site', join(placed, 'site'));
    writeFileSync(
      join(folder, 'Caddyfile'),
      `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`,
    );
    start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']);
    expect(await readAnswers({ socketPath })).toEqual(await expectedAnswers());
  });

  const modules = '/usr/lib/apache2/modules';
  test.skipIf(!existsSync('/usr/sbin/apache2'))('Apache', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const loaded = ['mpm_event', 'authz_core', 'alias', 'dir', 'mime', 'headers'].map(
      (name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`,
    );
    const user = process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : [];
    // Its workers are nobody's: they may look into the folder, which only its owner can otherwise.
    spawnSync('chmod', ['-R', 'a+rX', folder]);
    const lines = [
      ...loaded,
      ...user,
      `Listen 127.0.0.1:${port}`,
      'ServerName example.org',
      `PidFile ${folder}/apache.pid`,
      `DefaultRuntimeDir ${folder}`,
      `ErrorLog ${folder}/apache.log`,
      'LogLevel error',
      'TypesConfig /dev/null',
      `Alias "${decodeURI(root)}" ${placed}/site`,
      `<Directory ${placed}/site>\nAllowOverride All\nRequire all granted\n</Directory>`,
      '<Files ".ht*">\nRequire all denied\n</Files>',
    ];
    writeFileSync(join(folder, 'apache.conf'), `${lines.join('\n')}\n`);
    start('/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')]);
    expect(await readAnswers({ port })).toEqual(await expectedAnswers());
  });

  test('Netlify and Cloudflare take lines of at most 2,000 characters', () => {
    const lines = read('site/_headers').split('\n');
    expect(lines[0]).toBe(`${root}/*`);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
    expect(lines.some((line) => line.startsWith('  content-security-policy: '))).toBe(true);
  });
});
