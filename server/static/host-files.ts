import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { apiPolicy, commonHeaders, pagePolicy } from '../src/http/site-headers.ts';
import { cacheControl, fileHeaders, pageHeaders } from '../src/site/file-headers.ts';
import { types, typeOf } from '../src/site/files.ts';

interface Site {
  out: string;
  root: string;
  address: string | undefined;
  /** HTML of all pages. */
  pages: readonly string[];
  /** Names of all files. */
  names: readonly string[];
}

type Headers = Record<string, string>;

interface Rules {
  /** On every answer. */
  common: Headers;
  page: Headers;
  script: Headers;
  drawing: Headers;
  cache: { page: string; asset: string; other: string };
  /** Media types of the site's files by the end of their names, without parameters. */
  types: ReadonlyMap<string, string>;
}

/** What our server sends with such files, from the same functions. */
function findRules({ address, pages, names }: Site): Rules {
  // One policy for all pages: it allows the inline scripts of each.
  const scripts = new Set(
    pages.flatMap((html) => html.match(/<script\b[\s\S]*?<\/script>/g) ?? []),
  );
  const policy = pagePolicy('/', [...scripts].join(''));
  const cacheOf = (name: string) => cacheControl({ name, type: typeOf(name) });
  const ends = new Set(names.map((name) => extname(name)).filter((end) => end in types));
  return {
    common: { ...commonHeaders(address ?? ''), 'content-security-policy': apiPolicy },
    page: pageHeaders('/', policy),
    script: fileHeaders(typeOf('x.js')),
    drawing: fileHeaders(typeOf('x.svg')),
    cache: {
      page: cacheOf('index.html'),
      asset: cacheOf('assets/x.js'),
      other: cacheOf('icon.svg'),
    },
    types: new Map(
      [...ends].sort().map((end) => [end.slice(1), typeOf(`x${end}`).split(';')[0] ?? '']),
    ),
  };
}

const quote = (value: string) => `"${value.replaceAll('"', '\\"')}"`;

const each = (headers: Headers, write: (name: string, value: string) => string) =>
  Object.entries(headers).map(([name, value]) => write(name, quote(value)));

const textTypes = (all: Rules['types']) =>
  [...all.values()].filter((type) =>
    /^text\/(?!html)|json|javascript|^application\/xml/.test(type),
  );

/** nginx sends headers of its own level only, so what depends on the file comes from maps. */
function writeNginx(rules: Rules, { root, address }: Site): string {
  const { common, page, script, drawing, cache } = rules;
  const policy = 'content-security-policy';
  const { [policy]: inert = '', ...others } = common;
  const { [policy]: ofPage = '', ...othersOfPage } = page;
  const own = Object.entries(othersOfPage);
  const ofSite = own.map(([name, value], index) => ({
    name,
    value,
    variable: `$stillpix_page_${index}`,
  }));
  const host = address === undefined ? '_' : new URL(address).hostname;
  // It compares with what it has decoded.
  const folder = decodeURI(root);
  const typeLines = [...rules.types].map(([end, type]) => `      ${type} ${end};`);
  return `# A server of nginx for the folder "site" beside this file; include it where "http" is.
# Change "listen" (and add a certificate), and the folder after "${root === '' ? 'root' : 'alias'}".
map $sent_http_content_type $stillpix_policy {
  default ${quote(inert)};
  ~^text/html ${quote(ofPage)};
  ~^text/javascript ${quote(script[policy] ?? inert)};
  ~^image/svg ${quote(drawing[policy] ?? inert)};
}
${ofSite.map(({ variable, value }) => `map $sent_http_content_type ${variable} {\n  default "";\n  ~^text/html ${quote(value)};\n}\n`).join('')}map $uri $stillpix_cache {
  default ${quote(cache.other)};
  ${quote(`~^${folder.replaceAll('.', '\\.')}/assets/`)} ${quote(cache.asset)};
  ~(?:/|\\.html|/service-worker\\.js)$ ${quote(cache.page)};
}
server {
  listen 80;
  server_name ${host};
  location ${quote(`${folder}/`)} {
    ${root === '' ? 'root /srv/stillpix/site;' : 'alias /srv/stillpix/site/;'}
    index index.html;
    error_page 404 ${quote(`${folder}/404.html`)};
    absolute_redirect off;
    types {
${typeLines.join('\n')}
    }
    default_type application/octet-stream;
    charset utf-8;
    charset_types ${textTypes(rules.types).join(' ')};
    gzip on;
    gzip_types ${[...textTypes(rules.types), 'application/wasm', 'image/svg+xml'].join(' ')};
    add_header Content-Security-Policy $stillpix_policy always;
${ofSite.map(({ name, variable }) => `    add_header ${name} ${variable} always;`).join('\n')}
    add_header Cache-Control $stillpix_cache always;
${each(others, (name, value) => `    add_header ${name} ${value} always;`).join('\n')}
  }
  location ~ /(?:\\.htaccess|_headers)$ {
    return 404;
  }
}
`;
}

function writeCaddy(rules: Rules, { root, address }: Site): string {
  const { common, page, script, drawing, cache } = rules;
  const lines = (matcher: string, headers: Headers) =>
    each(headers, (name, value) => `\theader ${matcher}${name} ${value}\n`).join('');
  const folder = 'root * /srv/stillpix/site';
  // Caddy matches the path that it has decoded, and strips from the one that it has not.
  const place =
    root === ''
      ? 'handle {'
      : `handle ${quote(`${decodeURI(root)}/*`)} {\n\t\turi strip_prefix ${root}`;
  const ofEnd = (end: string) => rules.types.get(end) ?? '';
  // Go knows neither of these on every system.
  const typed = ['webmanifest', 'wasm'].filter((end) => rules.types.has(end));
  return `# A site of Caddy for the folder "site" beside this file. Change the folder after "root".
(stillpix) {
	@pages path */ *.html
	@scripts path *.js
	@drawings path *.svg
	@assets path /assets/*
	@fresh path */ *.html */service-worker.js
	@private path */.htaccess */_headers
${typed.map((end) => `\t@${end} path *.${end}\n`).join('')}	route {
${lines('', { ...common, 'cache-control': cache.other })}${lines('@pages ', page)}${lines('@scripts ', script)}${lines('@drawings ', drawing)}${lines('@fresh ', { 'cache-control': cache.page })}${lines('@assets ', { 'cache-control': cache.asset })}${typed.map((end) => `\theader @${end} content-type ${ofEnd(end)}\n`).join('')}	}
	error @private 404
}

${address === undefined ? ':80' : new URL(address).origin} {
	${place}
		${folder}
		encode gzip
		import stillpix
		file_server
	}
${root === '' ? '' : '\thandle {\n\t\terror 404\n\t}\n'}	handle_errors {
		${folder}
${lines('', { ...common, ...page, 'cache-control': cache.page })
  .replaceAll(/^/gm, '\t')
  .trimEnd()}
		rewrite * /404.html
		file_server
	}
}
`;
}

function writeApache(rules: Rules, { root }: Site): string {
  const { common, page, script, drawing, cache } = rules;
  const set = (headers: Headers) =>
    each(headers, (name, value) => `  Header always set ${name} ${value}`).join('\n');
  const files = (pattern: string, headers: Headers) =>
    `  <FilesMatch ${quote(pattern)}>\n${set(headers).replaceAll(/^/gm, '  ')}\n  </FilesMatch>`;
  return `# For Apache, where it may read such files ("AllowOverride All") and has mod_headers.
Options -Indexes -MultiViews
DirectoryIndex index.html
ErrorDocument 404 ${root}/404.html
${[...rules.types].map(([end, type]) => `AddType ${type} .${end}`).join('\n')}
AddCharset utf-8 .html .js .css .txt .xml .json .webmanifest
<IfModule mod_headers.c>
${set({ ...common, 'cache-control': cache.other })}
${files('\\.html$', { ...page, 'cache-control': cache.page })}
${files('\\.js$', script)}
${files('\\.svg$', drawing)}
${files('^service-worker\\.js$', { 'cache-control': cache.page })}
</IfModule>
<Files "_headers">
  Require all denied
</Files>
`;
}

const writeApacheAssets = ({ cache }: Rules) => `<IfModule mod_headers.c>
  Header always set cache-control ${quote(cache.asset)}
</IfModule>
`;

/**
 * Netlify's and Cloudflare's: of two rules for a path both are sent, so the pages' policy stands for
 * all files. They let browsers ask anew for what no rule speaks of.
 */
function writeHostedHeaders(rules: Rules, { root }: Site): string {
  const lines = (headers: Headers) =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [
    `${root}/*`,
    ...lines({ ...rules.common, ...rules.page }),
    `${root}/assets/*`,
    ...lines({ 'cache-control': rules.cache.asset }),
    '',
  ].join('\n');
}

/** Writes for each kind of host how it sends what our server would. */
export function writeHostFiles(site: Site): void {
  const rules = findRules(site);
  const write = (name: string, text: string) => writeFileSync(join(site.out, name), text);
  write('nginx.conf', writeNginx(rules, site));
  write('Caddyfile', writeCaddy(rules, site));
  write('site/.htaccess', writeApache(rules, site));
  write('site/assets/.htaccess', writeApacheAssets(rules));
  write('site/_headers', writeHostedHeaders(rules, site));
}
