import { writeBytes } from './amounts.ts';
import type { Outcome, Summary } from './outcome.ts';
import type { Settings } from './settings.ts';

/** Failures that are listed again at the end. */
const maxListed = 1000;

/** Milliseconds between two drawings of the bar. */
const drawInterval = 100;

const reasons = {
  'is-there': 'is there already (--overwrite replaces it)',
  'same-file': 'would replace the photo itself (name a folder with -o, or use --overwrite)',
  'named-twice': 'is made already: the photo is named twice',
} as const;

/** A name may hold line breaks, and what terminals obey; each of these is written as it is in source text. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) =>
    character === '\n' ? '\\n' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Where `--overwrite` does not help. */
const notEvenReplaced =
  'is taken for the result of the photo of its name beside it (name a folder with -o)';

function describe(outcome: Outcome, settings: Settings): string {
  return oneLine(sentenceFor(outcome, settings));
}

function sentenceFor(outcome: Outcome, { overwrite }: Settings): string {
  const { target, status } = outcome;
  const source = outcome.source === '-' ? 'standard input' : outcome.source;
  switch (status) {
    case 'converted': {
      const { sourceBytes, bytes, notes, othersSkipped } = outcome;
      const sizes = sourceBytes > 0 ? `${writeBytes(sourceBytes)} -> ` : '';
      const noted = notes.length > 0 ? ` (${notes.join(', ')})` : '';
      const skipped =
        othersSkipped.length > 0 ? `; skipped, as there already: ${othersSkipped.join(', ')}` : '';
      return `${source} -> ${target ?? 'standard output'}  ${sizes}${writeBytes(bytes)}${noted}${skipped}`;
    }
    case 'would-convert':
      return `${source} -> ${target}`;
    case 'skipped': {
      const isForced = overwrite && outcome.reason === 'same-file';
      const reason = isForced ? notEvenReplaced : reasons[outcome.reason];
      return `${source}: skipped, ${target} ${reason}`;
    }
    case 'failed':
      return `${source}: ${outcome.message} [${outcome.code}]`;
  }
}

interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Says what happens: a bar on a terminal, a line a photo elsewhere, JSON where it was asked for. */
export class Report {
  readonly #out: Screen;
  readonly #err: Screen;
  readonly #settings: Settings;
  readonly #bar: boolean;
  readonly #failed: string[] = [];
  readonly #started = performance.now();
  #failures = 0;
  #done = 0;
  #total: number | null = null;
  #drawn = 0;

  constructor(settings: Settings, out: Screen, err: Screen) {
    this.#settings = settings;
    this.#out = out;
    this.#err = err;
    this.#bar = err.isTTY === true && !settings.quiet && !settings.json && !settings.dryRun;
  }

  /** Where it pays to count the photos first. */
  get wantsTotal(): boolean {
    return this.#bar;
  }

  set total(photos: number) {
    this.#total = photos;
    this.#draw(true);
  }

  add(outcome: Outcome): void {
    this.#done += 1;
    if (outcome.status === 'failed') {
      this.#failures += 1;
      if (this.#failed.length < maxListed) this.#failed.push(describe(outcome, this.#settings));
    }
    if (this.#settings.json) this.#out.write(`${JSON.stringify(outcome)}\n`);
    else if (outcome.status === 'failed') this.#say(this.#err, describe(outcome, this.#settings));
    else if (!this.#bar && !this.#settings.quiet)
      this.#say(this.#lines(), describe(outcome, this.#settings));
    this.#draw(false);
  }

  /** The last words, with what failed. */
  end(summary: Summary): void {
    this.#clear();
    const { json, quiet } = this.#settings;
    if (json) this.#out.write(`${JSON.stringify({ status: 'finished', ...summary })}\n`);
    if (this.#failures > 1 && this.#done > this.#failures && !json) {
      const more = this.#failures - this.#failed.length;
      const list = [...this.#failed, ...(more > 0 ? [`and ${more} more`] : [])];
      this.#err.write(`\nFailed:\n${list.map((line) => `  ${line}\n`).join('')}`);
    }
    if (!json && !quiet) this.#err.write(`${this.#sum(summary)}\n`);
  }

  #sum({ converted, wouldConvert, skipped, failed, interrupted }: Summary): string {
    const parts = [
      interrupted ? 'stopped' : '',
      wouldConvert > 0 ? `${wouldConvert} to convert` : `${converted} converted`,
      skipped > 0 ? `${skipped} skipped` : '',
      failed > 0 ? `${failed} failed` : '',
    ];
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    return `${parts.filter((part) => part !== '').join(', ')} in ${seconds} s`;
  }

  /** Where the photo itself goes to standard output, words do not. */
  #lines(): Screen {
    const { output, inputs } = this.#settings;
    const toStdout = output === '-' || (output === undefined && inputs.includes('-'));
    return toStdout ? this.#err : this.#out;
  }

  #say(screen: Screen, line: string): void {
    this.#clear();
    screen.write(`${line}\n`);
  }

  #clear(): void {
    if (this.#bar) this.#err.write('\r\u001B[K');
  }

  #draw(now: boolean): void {
    if (!this.#bar) return;
    const time = performance.now();
    if (!now && time - this.#drawn < drawInterval) return;
    this.#drawn = time;
    this.#err.write(`\r\u001B[K${drawBar(this.#done, this.#total, (time - this.#started) / 1000)}`);
  }
}

const barWidth = 24;

/** `[######......] 12/40  3.1/s  9 s left`, or without a total what is known. */
export function drawBar(done: number, total: number | null, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const speed = `${rate.toFixed(1)}/s`;
  if (total === null || total === 0) return `${done} photos  ${speed}`;
  const full = Math.round((barWidth * Math.min(done, total)) / total);
  const bar = '#'.repeat(full) + '.'.repeat(barWidth - full);
  const left = rate > 0 ? `  ${Math.ceil((total - done) / rate)} s left` : '';
  return `[${bar}] ${done}/${total}  ${speed}${left}`;
}
