// `npm run bench`: our speed, size and memory against other libraries and native tools, in one Chromium.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  contendersFor,
  listDownloads,
  nativeConverter,
  sampleFormats,
  timeCold,
  timeNative,
  timePrepared,
  timeWarm,
  type SampleFormat,
} from './conversions.ts';
import { benchCommand, commandParts } from './bench-command.ts';
import { openHarness, type Harness } from './harness.ts';
import { cacheFolder, projectRoot } from '../testing/folders.ts';
import type { ContenderName } from './laboratory.ts';
import { growth, measureMemory, measureMemoryOfWays } from './memory.ts';
import { measureQuality } from './quality.ts';
import {
  addRows,
  describeMachine,
  renderMarkdown,
  renderReport,
  mergeReports,
  type Report,
} from './report.ts';
import { prepareSamples, type Samples } from './samples.ts';
import { measureSite } from './site.ts';
import { timeStages, timeStart } from './stages.ts';
import type { Times } from './statistics.ts';
import { atLeast, atMost } from './targets.ts';
import { benchWays } from './ways.ts';

const parts = [
  'warm',
  'ways',
  'many',
  'cold',
  'cold-many',
  'stages',
  'bytes',
  'memory',
  'site',
  'quality',
  ...commandParts,
] as const;
type Part = (typeof parts)[number];

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    format: { type: 'string', multiple: true },
    way: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    photos: { type: 'string', default: '60' },
    'command-photos': { type: 'string', default: '100' },
    save: { type: 'boolean', default: false },
  },
});

const rounds = Math.max(1, Number(values.rounds) || 5);
const photosInARow = Math.max(20, Number(values.photos) || 60);
const commandPhotos = Math.max(4, Number(values['command-photos']) || 100);
const wants = (part: Part) => !values.part || values.part.includes(part);
const formats = sampleFormats.filter((format) => !values.format || values.format.includes(format));

const manyFiles = 20;

function addProfile(report: Report, what: string, times: Times): void {
  for (const who of times.names) {
    const milliseconds = times.median(who);
    report.rows.push({ what, who, milliseconds, runs: times.runs(who).length, ratio: null });
  }
}

/** What a page's first file asks for: the peer is as new to its page. */
const firstAsked = {
  // 250 ms where heic-to takes 2.5 s.
  heic: { peer: 'heic-to', fresh: 5, expected: 10 },
  jpeg: { peer: 'canvas', fresh: 1, expected: 1 },
  png: { peer: 'canvas', fresh: 1, expected: 1 },
  webp: { peer: 'canvas', fresh: 1, expected: 1 },
  avif: { peer: 'canvas', fresh: 1, expected: 1 },
} as const satisfies Record<SampleFormat, { peer: ContenderName; fresh: number; expected: number }>;

async function benchFormat(
  report: Report,
  harness: Harness,
  samples: Samples,
  format: SampleFormat,
): Promise<void> {
  const url = urlOf(samples, format);
  const names = contendersFor[format];
  const title = `${format === 'jpeg' ? 'jpg' : format} to jpg`;
  if (wants('warm')) {
    const times = await timeWarm(harness, url, names, { copies: 1, rounds });
    addRows(report, `${title}, warm`, times);
    if (format === 'heic') {
      const native = await timeNative([nativeConverter(samples)], rounds);
      addRows(report, `${title}, native`, native, times.median('stillpix'));
      const ours = times.median('stillpix');
      report.targets.push(
        atLeast('warm, against heic-to', 7, times.median('heic-to') / ours),
        atLeast('warm, against heic2any', 10, times.median('heic2any') / ours),
        atLeast('warm, against native heif-convert', 1, native.median('heif-convert') / ours),
      );
    }
  }
  if (wants('many')) {
    // A fifth of the rounds: one round of twenty files is already twenty conversions.
    const some = Math.max(1, Math.round(rounds / 5));
    const times = await timeWarm(harness, url, names, { copies: manyFiles, rounds: some });
    addRows(report, `${title}, ${manyFiles} files`, times);
  }
  if (wants('cold')) {
    const times = await timeCold(harness, url, names, { copies: 1, rounds: Math.min(rounds, 5) });
    addRows(report, `${title}, first on a fresh page`, times);
    const prepared = await timePrepared(harness, url, rounds);
    addRows(report, `${title}, first on a page that expects it`, prepared);
    const { peer, fresh, expected } = firstAsked[format];
    const first = format === 'heic' ? 'first conversion' : `${title}, first`;
    const ratios = [times, prepared].map((ours) => times.median(peer) / ours.median('stillpix'));
    report.targets.push(
      atLeast(`${first}, against ${peer}`, fresh, ratios[0]!),
      atLeast(`${first}, expected, against ${peer}`, expected, ratios[1]!),
    );
  }
  if (wants('cold-many')) {
    const times = await timeCold(harness, url, names, { copies: manyFiles, rounds: 1 });
    addRows(report, `${title}, ${manyFiles} files on a fresh page`, times);
  }
}

function urlOf(samples: Samples, format: SampleFormat | 'progressive'): string {
  return `/samples/${basename(samples[format])}`;
}

async function benchStages(report: Report, harness: Harness, samples: Samples): Promise<void> {
  const url = urlOf(samples, 'heic');
  const { alone: times, parts: stages } = await timeStages(harness, samples, url, rounds);
  for (const name of times.names) {
    const [stage = '', who = ''] = name.split(': ');
    const milliseconds = times.median(name);
    const ours = times.median(`${stage}: stillpix`);
    const ratio = who === 'stillpix' ? null : milliseconds / ours;
    const what = `${stage} alone, one worker`;
    report.rows.push({ what, who, milliseconds, runs: times.runs(name).length, ratio });
  }
  addProfile(report, 'heic to jpg, one worker, by stage', stages);
  const start = await timeStart(harness, url, rounds);
  addProfile(report, 'heic to jpg, first on a fresh page, by stage', start);
  const decoding = times.median('decode: libheif-js') / times.median('decode: stillpix');
  const encoding = times.median('encode: stillpix') / times.median('encode: cjpeg');
  report.targets.push(
    atLeast('HEVC decode alone, against libheif-js', 1.8, decoding),
    atMost('JPEG encode alone, against native cjpeg', 1.8, encoding, 'x its time'),
  );
}

async function benchBytes(report: Report, harness: Harness, samples: Samples): Promise<void> {
  const files = await listDownloads(harness, urlOf(samples, 'heic'));
  report.figures.downloads = files;
  const gzip = files.reduce((sum, file) => sum + file.gzip, 0);
  report.targets.push(atMost('code for heic to jpg, gzip', 150, gzip / 1000, 'kB'));
}

async function benchMemory(report: Report, harness: Harness, samples: Samples): Promise<void> {
  const large = samples.large ? `/large/${basename(samples.large)}` : '';
  const urls = {
    heic: urlOf(samples, 'heic'),
    jpeg: urlOf(samples, 'jpeg'),
    large,
    progressive: urlOf(samples, 'progressive'),
  };
  const memory = await measureMemory(harness, samples, urls, photosInARow);
  report.figures.memory = memory;
  report.targets.push(
    atMost('memory above the file, 12 MP, one worker', 40, memory.perWorker / 1e6, 'MB'),
    atMost('memory of the tab, twenty 12 MP photos', 700, memory.twenty / 1e6, 'MB'),
    atMost(`growth from photo 5 to ${photosInARow}`, 5, growth(memory.afterEach) * 100, '%'),
    atMost(
      `growth from photo 5 to ${photosInARow}, garbage collected`,
      5,
      (memory.kept.late / memory.kept.early - 1) * 100,
      '%',
    ),
  );
  if (samples.large) {
    const megabytes = (memory.large ?? Infinity) / 1e6;
    report.targets.push(atMost('memory in all, 200 MP', 400, megabytes, 'MB'));
  }
  const byWay = await measureMemoryOfWays(harness, samples, urls);
  report.figures.memoryByWay = byWay;
  for (const { what, bytes, isLarge } of byWay) {
    const [title, asked] = isLarge
      ? [`memory in all, ${what}`, 400]
      : [`memory above the file, ${what}, one worker`, 40];
    report.targets.push(atMost(title, asked, (bytes ?? Infinity) / 1e6, 'MB'));
  }
}

async function benchSite(report: Report, harness: Harness, samples: Samples): Promise<void> {
  const url = urlOf(samples, 'heic');
  const site = await measureSite(harness, samples.heic, url, rounds);
  const { drops, read, pressed, archive, longestDelay, keys, tasks } = site;
  const against = (times: Times) => times.median('heic-to') / times.median('stillpix');
  for (const { photos, times } of drops) {
    const what = photos === 1 ? '1 photo' : `${photos} photos`;
    addRows(report, `the site, first visit, ${what} from drop to done`, times);
    if (photos > 1) continue;
    const ratio = against(times);
    report.targets.push(atLeast('the site, 1 photo from drop to done, against heic-to', 5, ratio));
  }
  addRows(report, 'the site, 1 photo on a page that was read, from drop to done', read);
  addRows(report, 'the site, 1 photo looked at for a second, from the button to done', pressed);
  if (archive) addRows(report, 'the site, 20 photos in a ZIP, from drop to the table', archive);
  report.targets.push(
    atLeast('the site read before, 1 photo from drop to done, against heic-to', 10, against(read)),
    atLeast('the site, 1 photo, from the button, against heic-to', 10, against(pressed)),
  );
  report.figures.keysWhileConverting = keys;
  const longestTask = tasks.median('stillpix');
  report.targets.push(
    atMost('the site, longest answer to a key', 200, longestDelay, 'ms'),
    atMost('the site, longest task while 1 photo converts', 50, longestTask, 'ms'),
  );
}

async function benchQuality(report: Report, samples: Samples): Promise<void> {
  report.quality = await measureQuality(samples, 'jpeg');
  report.webpQuality = await measureQuality(samples, 'webp');
  for (const { who, oursOfThese } of [...report.quality, ...report.webpQuality]) {
    if (oursOfThese === null) continue;
    report.targets.push(
      atMost(`bytes at equal score, of those of ${who}`, 1, oursOfThese, 'times'),
    );
  }
}

const samples = await prepareSamples();
const folder = (path: string) => path.slice(0, -basename(path).length - 1);
const harness = await openHarness({
  folders: { samples: samples.folder, ...(samples.large ? { large: folder(samples.large) } : {}) },
});
const report: Report = {
  date: new Date().toISOString().slice(0, 10),
  machine: describeMachine(harness.browser.version()),
  sample: samples.origin,
  rows: [],
  targets: [],
  figures: {},
};
try {
  for (const format of formats) await benchFormat(report, harness, samples, format);
  if (wants('ways')) await benchWays(report, harness, samples, { rounds, only: values.way });
  if (wants('stages')) await benchStages(report, harness, samples);
  if (wants('bytes')) await benchBytes(report, harness, samples);
  const amounts = { rounds, photos: commandPhotos };
  const wantedOfCommand = commandParts.filter(wants);
  if (wantedOfCommand.length > 0) await benchCommand(report, samples, wantedOfCommand, amounts);
  if (wants('memory')) await benchMemory(report, harness, samples);
  if (wants('site')) await benchSite(report, harness, samples);
  if (wants('quality')) await benchQuality(report, samples);
} finally {
  await harness.close();
}
console.log(renderReport(report));
await mkdir(cacheFolder, { recursive: true });
const json = `${JSON.stringify(report, null, 2)}\n`;
await writeFile(join(cacheFolder, 'bench.json'), json);
if (values.save) {
  const docs = join(projectRoot, 'docs');
  const path = join(docs, 'benchmarks.json');
  const saved = JSON.parse(await readFile(path, 'utf8')) as Report;
  const merged = values.part ? mergeReports(saved, report) : report;
  await writeFile(path, `${JSON.stringify(merged, null, 2)}\n`);
  await writeFile(join(docs, 'benchmarks.md'), renderMarkdown(merged));
}
