// `npm run soak`: half an hour of mixed requests and conversions at half load. The memory and the
// open files of the server, and the memory of what converts, have to stay flat: judged by their slope
// after the first third, in which caches fill and the database opens its files.
//
//   npm run soak [-- --minutes 30]
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { convert } from '@stillpix/engine';
import { ensureBuilt } from '../../scripts/setup.mjs';
import { password, startTarget, type Target } from '../../server/attack/target.ts';
import { fitSlope, isRising, type Sample } from './slope.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 6 && minutes <= 1440)) throw new Error('--minutes is a number from 6 to 1440');

/** Shorter than this nothing has settled. */
const warmUpHours = 3 / 60;

/**
 * What an hour may add, beyond what the noise of the measurements explains. The parts of the server's
 * memory are told, so that one knows where to look; garbage that lies there for a while may look like growth.
 */
const allowed = {
  'server, MB': 40,
  'server, MB of heap': null,
  'server, MB beside the heap': null,
  'server, open files': 20,
  'converter, MB': 40,
};
type Series = keyof typeof allowed;

const fixtures = join(import.meta.dirname, '../../engine/fixtures');
const pictures = [
  'grid.heic',
  'lossless.webp',
  'drawing.png',
  'located.jpg',
  'deep-10-bit.heic',
].map((name) => new Blob([readFileSync(join(fixtures, name))]));

await ensureBuilt();
const started = performance.now();
const end = started + minutes * 60_000;
const hoursSince = () => (performance.now() - started) / 3_600_000;
const done = { requests: 0, conversions: 0, failed: 0 };

/** Works and rests in turn, as long as each other: half load. */
async function workUntilEnd(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; performance.now() < end; round++) {
    const begun = performance.now();
    await work(round);
    await setTimeout(performance.now() - begun);
  }
}

/** What a visitor's page and an account ask in the course of a day. */
async function makeRequests(target: Target, round: number): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const expectStatus = async (status: number, ...asked: Parameters<Target['ask']>) => {
    const answer = await target.ask(...asked);
    done.requests++;
    if (answer.status !== status) {
      done.failed++;
      console.error(`${asked[0]}: ${answer.status} instead of ${status}`);
    }
    return answer;
  };
  for (const path of ['/', '/heic-to-jpg', '/healthz', '/api/flags', '/api/stats']) {
    await expectStatus(200, path);
  }
  await expectStatus(404, '/nothing-here');
  await expectStatus(400, '/api/stripe/webhook', { body: {} });
  // Hashing a password is most of the load, so not every visitor has an account.
  const isMember = round % 5 === 0;
  const token: string | undefined = isMember
    ? (await expectStatus(200, '/api/auth/register', { body: { email, password } })).body.token
    : undefined;
  const who = token === undefined ? {} : { token };
  const conversionKey = randomUUID();
  const begin = { action: 'convert', fileCount: 5, conversionKey };
  await expectStatus(200, '/api/validate-features', { body: begin, ...who });
  await expectStatus(200, '/api/conversions', { body: { conversionKey, converted: 5 }, ...who });
  if (token === undefined) return;
  await expectStatus(200, '/api/auth/user', { token });
  await expectStatus(200, '/auth/usage', { token });
  await expectStatus(401, '/api/auth/login', { body: { email, password: 'wrong' } });
  await expectStatus(200, '/api/auth/logout', { body: {}, token });
}

async function convertPicture(round: number): Promise<void> {
  const picture = pictures[round % pictures.length];
  if (picture === undefined) return;
  await convert(picture, { format: round % 3 === 0 ? 'webp' : 'jpeg' });
  done.conversions++;
}

/** Megabytes of the server's memory that V8 manages, by its own metrics. */
async function readHeap(target: Target): Promise<{ heap: number; beside: number }> {
  // From the machine itself, and so not through the proxy that the others come by.
  const text = await (await fetch(`${target.url}/metrics`)).text();
  const read = (name: string) => {
    const bytes = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (bytes === undefined) throw new Error(`the metrics have no ${name}`);
    return Number(bytes) / 1_048_576;
  };
  return {
    heap: read('nodejs_heap_size_used_bytes'),
    beside: read('nodejs_external_memory_bytes'),
  };
}

async function sampleUntilEnd(target: Target, series: Record<Series, Sample[]>): Promise<void> {
  const every = Math.max(250, Math.min(5000, (minutes * 60_000) / 200));
  while (performance.now() < end) {
    await setTimeout(every);
    const hours = hoursSince();
    const server = target.usage();
    if (server === null) throw new Error('this system does not tell what a process uses');
    const { heap, beside } = await readHeap(target);
    series['server, MB'].push({ hours, value: server.megabytes });
    series['server, MB of heap'].push({ hours, value: heap });
    series['server, MB beside the heap'].push({ hours, value: beside });
    series['server, open files'].push({ hours, value: server.files });
    series['converter, MB'].push({ hours, value: process.memoryUsage().rss / 1_048_576 });
  }
}

/** Whether something levels off or climbs is seen better than told by one slope. */
function describeCourse(): Record<string, string>[] {
  const count = series['server, MB'].length;
  return Array.from({ length: 11 }, (_, tenth) => {
    const at = Math.min(count - 1, Math.round((tenth * count) / 10));
    const minute = (series['server, MB'][at]?.hours ?? 0) * 60;
    const measured = Object.entries(series).map(([name, samples]) => [
      name,
      samples[at]?.value.toFixed(0) ?? '',
    ]);
    return { minute: minute.toFixed(1), ...Object.fromEntries(measured) };
  });
}

const target = await startTarget();
const series: Record<Series, Sample[]> = {
  'server, MB': [],
  'server, MB of heap': [],
  'server, MB beside the heap': [],
  'server, open files': [],
  'converter, MB': [],
};
try {
  await Promise.all([
    workUntilEnd((round) => makeRequests(target, round)),
    workUntilEnd((round) => makeRequests(target, round + 1)),
    workUntilEnd(convertPicture),
    sampleUntilEnd(target, series),
  ]);
} finally {
  await target.end();
}

const settled = Math.max(hoursSince() / 3, warmUpHours);
const rising: string[] = [];
const rows = Object.entries(series).map(([name, samples]) => {
  const later = samples.filter(({ hours }) => hours > settled);
  const { perHour, error } = fitSlope(later);
  const limit = allowed[name as Series];
  if (limit !== null && isRising(later, limit)) rising.push(name);
  return {
    what: name,
    from: later[0]?.value.toFixed(0),
    to: later.at(-1)?.value.toFixed(0),
    'slope per hour': `${perHour.toFixed(1)} ± ${error.toFixed(1)}`,
    allowed: limit ?? 'not judged',
  };
});
console.table(rows);
console.log('Megabytes and open files over time, one line a tenth of the run:');
console.table(describeCourse());
console.log(
  `${done.requests} requests and ${done.conversions} conversions in ${minutes} minutes, ${done.failed} not as expected`,
);
if (rising.length > 0) console.log(`Rising: ${rising.join(', ')}`);
process.exit(rising.length === 0 && done.failed === 0 ? 0 : 1);
