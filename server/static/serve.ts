// In the container of the site alone: puts the site under its address, and becomes nginx.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { placeSite } from './place-site.ts';
import { readStaticSettings } from './settings.ts';

const out = '/tmp/static';
const { HOST = '0.0.0.0', PORT = '8080' } = process.env;

try {
  const built = resolve('web/build/static/client');
  const socialImages = resolve('web/build/client/og');
  placeSite({ built, socialImages, out }, readStaticSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const site = readFileSync(join(out, 'nginx.conf'), 'utf8')
  .replace('listen 80;', `listen ${HOST}:${PORT};`)
  .replace('/srv/stillpix/site', join(out, 'site'));
const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (name) => `${name}_temp_path /tmp/${name};`,
);
writeFileSync(
  '/tmp/nginx.conf',
  `daemon off;
pid /tmp/nginx.pid;
worker_processes auto;
error_log stderr warn;
events {}
http {
access_log off;
server_tokens off;
${kept.join('\n')}
${site}}
`,
);
// In this process's place, so that signals and the exit code are nginx's.
const called = ['nginx', '-e', 'stderr', '-c', '/tmp/nginx.conf'];
process.execve?.('/usr/sbin/nginx', called, { PATH: process.env.PATH ?? '' });
