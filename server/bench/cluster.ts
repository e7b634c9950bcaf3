// `npm run bench:cluster`: three server processes on one PostgreSQL behind PgBouncer, behind nginx, on
// loopback, each held to a part of a core so that one machine has room for all. What one process takes
// and what three do; then, under twice what one takes, each is replaced, one is killed, and the database
// stops as by a power cut. Ends with status 1 when something was lost,
// doubled, or refused that must not be.
//
//   npm run bench:cluster [-- --save] [-- --seconds 15]
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import {
  Ledger,
  load,
  type LoadOptions,
  type Measured,
  nextAddress,
  password,
  type Person,
} from './cluster-load.ts';
import { type Site, startSite } from './cluster-parts.ts';

const { values } = parseArgs({
  options: { save: { type: 'boolean' }, seconds: { type: 'string', default: '15' } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 5 && seconds <= 120)) throw new Error('--seconds is a number from 5 to 120');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const connections = 32;

/** Of one core, for each server process: three, the rest of the site and the load fit into two cores. */
const coreShare = 0.2;

/** The limit that is tried: `validateFeatures` of one address in a minute, given in blocks to processes. */
const limit = { hits: 300, share: 0.05 };

/** So long, in milliseconds, the proxy leaves out a process that refused it: `fail_timeout`, and a bit. */
const proxyPatience = 2500;

/** How long after the database is back the last process may need to notice. */
const backWithinSeconds = 10;

interface Row extends Measured {
  what: string;
  /** Requests a second that were to be sent; as many as are answered where undefined. */
  rate?: number;
}

const failures: string[] = [];
function check(holds: boolean, otherwise: string): void {
  if (!holds) failures.push(otherwise);
}

async function makePeople(site: Site, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made++) {
    const email = `person${made}@example.com`;
    const answer = await fetch(`${site.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() },
      body: JSON.stringify({ email, password }),
    });
    if (answer.status !== 200) throw new Error(`could not register: ${answer.status}`);
    const { token } = (await answer.json()) as { token: string };
    people.push({ email, token });
    // So that the provider has something to tell of.
    const begun = await fetch(`${site.url}/api/create-subscription-public`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextAddress(),
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ email }),
    });
    if (begun.status !== 200) throw new Error(`could not begin a payment: ${begun.status}`);
  }
  return people;
}

const countUnexpected = ({ unexpected }: Measured) =>
  Object.values(unexpected).reduce((sum, count) => sum + count, 0);

/** Load while something is done to what answers it. */
async function during(
  what: string,
  rate: number,
  run: () => Promise<Measured>,
  act: () => Promise<void>,
): Promise<Row> {
  const loading = run();
  await setTimeout(2000);
  await act();
  return { what, rate, ...(await loading) };
}

/** Twice what the limit gives, all at once, over all processes; how many passed. */
async function countPassed(site: Site): Promise<number> {
  const address = '2001:db8:ffff:1::1';
  const answers = await Promise.all(
    Array.from({ length: 2 * limit.hits }, () =>
      fetch(`${site.url}/api/validate-features`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ action: 'check_status', fileCount: 1 }),
      }),
    ),
  );
  return answers.filter(({ status }) => status === 200).length;
}

/** Until every process answers from the database again, in seconds. */
async function measureReturn(site: Site): Promise<number> {
  const started = performance.now();
  for (const url of site.urls) {
    while ((await fetch(`${url}/healthz`).catch(() => null))?.status !== 200) await setTimeout(50);
  }
  return (performance.now() - started) / 1000;
}

/** What was acknowledged and is not there, and what is there and was never asked for. */
async function compareBooks(
  site: Site,
  ledger: Ledger,
): Promise<{ lost: number; foreign: number }> {
  const client = new Client(site.direct);
  await client.connect();
  const { rows } = await client.query<{ key: string }>('select key from conversion_batches');
  await client.end();
  const written = new Set(rows.map(({ key }) => key));
  return {
    lost: [...ledger.acknowledged].filter((key) => !written.has(key)).length,
    foreign: [...written].filter((key) => !ledger.asked.has(key)).length,
  };
}

/** How many programs of others take part, without knowing it. */
const [busy = 0] = loadavg();

const site = await startSite(3, coreShare);
const rows: Row[] = [];
const facts: string[] = [];
const ledger = new Ledger();
try {
  const people = await makePeople(site, 60);
  const run = (options: Partial<LoadOptions> = {}) =>
    load(site, people, ledger, { url: site.url, seconds, connections, ...options });
  await run({ seconds: 3 });

  const one = await run({ url: site.urls[0] ?? '' });
  rows.push({ what: 'one process, as much as it takes', ...one });
  const three = await run();
  rows.push({ what: 'three behind nginx, as much as they take', ...three });
  for (const { what, errors, unexpected } of rows) {
    check(errors === 0 && Object.keys(unexpected).length === 0, `${what}: not all were answered`);
  }

  const rate = Math.round(2 * one.perSecond);
  const atTwice = (more: Partial<LoadOptions> = {}) => run({ rate, ...more });
  rows.push({ what: 'three, twice what one takes', rate, ...(await atTwice()) });

  const rolling = await during(
    'each replaced in turn',
    rate,
    () => atTwice({ seconds: 2 * seconds }),
    async () => {
      for (const index of site.urls.keys()) {
        await site.replace(index, 'SIGTERM');
        await setTimeout(proxyPatience);
      }
    },
  );
  rows.push(rolling);
  check(
    rolling.errors === 0 && countUnexpected(rolling) === 0,
    'a request failed while processes were replaced',
  );

  const killed = await during(
    'one killed by -9',
    rate,
    () => atTwice(),
    () => site.replace(0, 'SIGKILL'),
  );
  rows.push(killed);
  check(
    killed.errors + countUnexpected(killed) <= 2 * connections,
    'more failed by one kill than were under way',
  );

  let back = 0;
  const restarted = await during(
    'PostgreSQL cut off and started',
    rate,
    () => atTwice(),
    async () => {
      await site.postgres.stop('immediate');
      await setTimeout(1000);
      await site.postgres.start();
      back = await measureReturn(site);
    },
  );
  rows.push(restarted);
  facts.push(
    `After PostgreSQL was back, all processes answered from it within ${back.toFixed(1)} s.`,
  );
  check(back <= backWithinSeconds, `the processes needed ${back.toFixed(1)} s to come back`);

  const passed = await countPassed(site);
  facts.push(
    `Of ${2 * limit.hits} requests at once from one address, over three processes, ${passed} passed a limit of ${limit.hits}.`,
  );
  check(
    passed <= limit.hits && passed >= limit.hits * (1 - limit.share),
    `${passed} passed a limit of ${limit.hits}`,
  );

  const { lost, foreign } = await compareBooks(site, ledger);
  facts.push(
    `${ledger.acknowledged.size} batches were acknowledged, through all of this: ${lost} of them lost, ${foreign} there that nobody asked for.`,
  );
  check(lost === 0, `${lost} acknowledged writes are gone`);
  check(foreign === 0, `${foreign} writes nobody asked for`);
  if (failures.length > 0) console.error(site.output());
} catch (error) {
  console.error(site.output());
  throw error;
} finally {
  await site.stop();
}

const describe = ({ what, rate, requests, perSecond, p50, p99, errors, unexpected }: Row) => ({
  what,
  requests: String(requests),
  'asked a second': rate === undefined ? 'all' : String(rate),
  'answered a second': perSecond.toFixed(0),
  'p50, ms': String(p50),
  'p99, ms': String(p99),
  broken: String(errors),
  'other than 200':
    Object.entries(unexpected)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ') || '0',
});
console.table(rows.map(describe));
for (const fact of facts) console.log(fact);
for (const failure of failures) console.log(`! ${failure}`);
if (values.save) save();
process.exit(failures.length === 0 ? 0 : 1);

function save(): void {
  const described = rows.map(describe);
  const head = Object.keys(described[0] ?? {});
  const table = [head, head.map(() => '---'), ...described.map((row) => Object.values(row))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  const { model = '' } = cpus()[0] ?? {};
  const held = site.isHeld()
    ? `Each server process is held to ${100 * coreShare} % of one core.`
    : 'The system did not let the server processes be held to a part of a core, so the first two rows show the machine’s limit more than the server’s.';
  const machine = `${model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB`;
  writeFileSync(
    join(import.meta.dirname, '../../docs/benchmarks-cluster.md'),
    `# Three processes on one database

Written by \`npm run bench:cluster -- --save\` on ${new Date().toISOString().slice(0, 10)}, and not by hand. ${machine}; Node ${process.versions.node}. Three server processes, nginx, PgBouncer, PostgreSQL, a payment provider's double and the load generator (autocannon, ${connections} connections, ${seconds} s each) share this machine. ${held} When it began, ${busy.toFixed(1)} other programs wanted a core.

Of a hundred requests 45 are pages, 10 flags, 20 checks of features, 9 begin a batch (a write), 13 read accounts and usage, 2 are signed webhooks and 1 is a sign-in.

${table}

${facts.map((fact) => `- ${fact}`).join('\n')}
`,
  );
}
