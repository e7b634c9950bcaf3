import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../server/src/read-settings.ts';

const deploy = join(import.meta.dirname, '../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Runs a program and gives its status with all that it said, to be shown when it is not 0. */
function run(program: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('on Kubernetes', () => {
  interface Manifest {
    kind: string;
    metadata: { name: string };
    // oxlint-disable-next-line typescript/no-explicit-any -- shapes are what the schemas check
    spec: any;
  }
  const manifests = parseAllDocuments(read('kubernetes/stillpix.yaml'), { merge: true }).map(
    (document) => document.toJS() as Manifest,
  );
  const models = { ConfigMap, Deployment, Service, PodDisruptionBudget, Ingress };
  const pod = () => manifests.find(({ kind }) => kind === 'Deployment')?.spec.template.spec;

  test('there is each part that is needed', () => {
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(Object.keys(models).sort());
  });

  test.each(manifests)('the $kind follows its schema', (manifest) => {
    const Model = models[manifest.kind as keyof typeof models] as new (data: object) => {
      validate(): void;
    };
    expect(() => new Model(manifest).validate()).not.toThrow();
  });

  test('a pod has the time that the server takes to stop', () => {
    const config = manifests.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: Record<string, string>;
    };
    const [, before] = pod().containers[0].lifecycle.preStop.exec.command as string[];
    const needed = Number(config.data['STOP_SECONDS']) + Number(before);
    expect(pod().terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  test('readiness asks the database, liveness does not', () => {
    const { readinessProbe, livenessProbe } = pod().containers[0];
    expect(readinessProbe.httpGet.path).toBe('/healthz');
    expect(livenessProbe.httpGet.path).not.toBe('/healthz');
  });
});

describe('the proxies before it', () => {
  test.skipIf(!has('nginx', '-v'))('nginx takes its file', () => {
    const key = join(folder, 'privkey.pem');
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-subj', '/CN=stillpix.example'];
    run('openssl', 'req', '-x509', ...made, '-out', join(folder, 'fullchain.pem'));
    const site = read('proxy/nginx.conf').replaceAll('/etc/ssl/stillpix', folder);
    writeFileSync(join(folder, 'site.conf'), site);
    const main = `pid ${folder}/pid; error_log stderr; events {} http { include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    expect(run('nginx', '-t', '-q', '-c', join(folder, 'nginx.conf'))).toEqual({
      status: 0,
      said: '',
    });
  });

  test.skipIf(!has('caddy', 'version'))('Caddy takes its file', () => {
    const config = join(deploy, 'proxy/Caddyfile');
    const { status, said } = run('caddy', 'adapt', '--adapter', 'caddyfile', '--config', config);
    expect(status, said).toBe(0);
    expect(said).toContain('"max_size":512000');
  });

  test('none of them logs the addresses of visitors', () => {
    const servers = read('proxy/nginx.conf')
      .split(/^server \{$/m)
      .slice(1);
    for (const server of servers) expect(server).toMatch(/^ {2}access_log off;$/m);
    expect(read('proxy/Caddyfile')).not.toMatch(/^\s*log\b/m);
    expect(read('kubernetes/stillpix.yaml')).toContain("enable-access-log: 'false'");
  });

  test('neither asks for smaller bodies than the server takes', () => {
    expect(read('proxy/nginx.conf')).toMatch(/client_max_body_size 512k;/);
  });
});

test.skipIf(!has('systemd-analyze', '--version'))('systemd takes the unit', () => {
  const unit = read('systemd/stillpix.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
  const path = join(folder, 'stillpix.service');
  writeFileSync(path, unit);
  const { status, said } = run('systemd-analyze', 'verify', '--man=no', path);
  expect(said.split('\n').filter((line) => line.includes('stillpix.service'))).toEqual([]);
  expect(status).toBe(0);
});

test('compose gives the server longer to stop than it takes, and no way to write but its data', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { read_only?: boolean; stop_grace_period?: string }>;
  };
  expect(Object.keys(services).sort()).toEqual(['database', 'mail', 'proxy', 'stillpix']);
  expect(services['stillpix']).toMatchObject({ read_only: true, stop_grace_period: '15s' });
});

test('compose hands on every setting, so that none is ignored', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { stillpix: { environment: Record<string, string> } };
  };
  const table = readFileSync(join(deploy, '../docs/settings.md'), 'utf8');
  const names = [...table.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name = '']) => name);
  // Said by the image, by other lines of the file, or only for tests and trials.
  const fixed = 'NODE_ENV PORT HOST DATA_DIR WEB_ROOT STOP_SECONDS STRIPE_API_URL ALLOW_SIMULATED';
  const expected = names.filter((name) => !fixed.split(' ').includes(name));
  expect(expected).toContain('CURRENCY');
  expect(Object.keys(services.stillpix.environment).sort()).toEqual(expected.sort());
});

test('compose starts as it is, with nothing set', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { stillpix: { environment: Record<string, string> } };
  };
  const unset = Object.entries(services.stillpix.environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  // As the image has it.
  const settings = readSettings({ ...Object.fromEntries(unset), NODE_ENV: 'production' });
  expect(settings.PUBLIC_URL).toBe('https://localhost');
});

test('compose sells Pro once Stripe’s keys are set', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { stillpix: { environment: Record<string, string> } };
  };
  expect(services.stillpix.environment['PAYMENTS']).toBe('${PAYMENTS:-}');
});

describe('watching it', () => {
  const rules = join(deploy, 'monitoring/prometheus-rules.yaml');

  test.skipIf(!has('promtool', '--version'))('promtool takes rules and configuration', () => {
    expect(run('promtool', 'check', 'rules', rules)).toMatchObject({ status: 0 });
    const config = join(deploy, 'monitoring/prometheus.yaml');
    expect(run('promtool', 'check', 'config', '--syntax-only', config)).toMatchObject({
      status: 0,
    });
  });

  const source = readFileSync(join(deploy, '../server/src/http/metrics.ts'), 'utf8');
  const own = [...source.matchAll(/name: '(stillpix_\w+)'/g)].map(([, name]) => name);

  test.each(['prometheus-rules.yaml', 'grafana-dashboard.json'])(
    '%s asks for metrics that the server has',
    (file) => {
      const asked = [...read(`monitoring/${file}`).matchAll(/\bstillpix_\w+/g)].map(([name]) =>
        name.replace(/_(?:count|bucket|sum)$/, ''),
      );
      expect(asked.length).toBeGreaterThan(4);
      expect(asked.filter((name) => !own.includes(name))).toEqual([]);
    },
  );

  test('the dashboard has panels side by side, each with a question', () => {
    const { panels, templating } = JSON.parse(read('monitoring/grafana-dashboard.json')) as {
      panels: { id: number; gridPos: Record<'x' | 'y' | 'w' | 'h', number>; targets: object[] }[];
      templating: { list: { name: string }[] };
    };
    const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) expect(targets).not.toEqual([]);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource']);
  });
});
