import { parseArgs } from 'node:util';
import {
  isAuxiliaryRole,
  pictureRoles,
  quality,
  type ConvertOptions,
  type OutputFormat,
  type Rotation,
} from '../src/options.ts';
import { readBytes, readRectangle, readShard, readSides, type Shard } from './amounts.ts';
import { optionTable, parseConfig, type OptionName, type Typed } from './options.ts';

/** What was typed makes no sense; the message says why, and what would. */
export class UsageError extends Error {}

/** What one call of the command is to do. */
export interface Settings {
  inputs: string[];
  filesFrom: string | undefined;
  output: string | undefined;
  convert: ConvertOptions;
  format: OutputFormat;
  recursive: boolean;
  overwrite: boolean;
  dryRun: boolean;
  keepDate: boolean;
  json: boolean;
  quiet: boolean;
  watch: boolean;
  shard: Shard | undefined;
  jobs: number | undefined;
}

/** Reads arguments as they are typed. Throws UsageError. */
export function readArguments(args: string[]): Typed {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: parseConfig(),
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    // Node's own words, up to its advice about a position after `--`.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function requireRead<T>(
  name: OptionName,
  text: string | undefined,
  read: (text: string) => T | null,
  example: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = read(text);
  if (value !== null) return value;
  throw new UsageError(`--${name} ${text}: write it like ${example}.`);
}

function requireChoice(name: OptionName, text: string | undefined): void {
  const { choices } = optionTable[name] as { choices?: readonly string[] };
  if (text === undefined || !choices || choices.includes(text)) return;
  throw new UsageError(`--${name} ${text}: choose one of ${choices.join(', ')}.`);
}

function wholeFrom(low: number, high: number): (text: string) => number | null {
  return (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= low && value <= high ? value : null;
  };
}

function readColor(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? [];
  return digits === undefined ? null : `#${digits}`;
}

/** Leaves out what is undefined: the engine's options are either there or not. */
function present<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function readPictures({ also, ...values }: Typed['values']): ConvertOptions['pictures'] {
  if (also === undefined) return values['all-pictures'] ? 'all' : undefined;
  if (also === 'everything') return also;
  const asked = also.split(',');
  const roles = pictureRoles.filter((role) => asked.includes(role));
  if (roles.length < new Set(asked).size)
    throw new UsageError(`--also ${also}: name ${pictureRoles.slice(1).join(', ')} or everything.`);
  if (!values['all-pictures']) return roles;
  return [...pictureRoles.filter((role) => !isAuxiliaryRole(role)), ...roles];
}

const formats: Record<string, OutputFormat> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
};

/** What the name of a result asks for. */
export function formatOfName(output: string): OutputFormat | undefined {
  const [, extension = ''] = /\.(jpe?g|png|webp)$/i.exec(output) ?? [];
  return formats[extension.toLowerCase()];
}

/** Checks what was typed. Throws UsageError. */
export function readSettings({ values, positionals }: Typed): Settings {
  const to = values.to?.toLowerCase().replace('jpeg', 'jpg');
  requireChoice('to', to);
  for (const name of ['resize-mode', 'rotate', 'flip', 'video'] as const)
    requireChoice(name, values[name]);
  const format = formats[to ?? ''] ?? formatOfName(values.output ?? '') ?? 'jpeg';
  const { min, max } = quality;
  const sides = requireRead('resize', values.resize, readSides, '1920x, x1080 or 1920x1080');
  const mode = values['resize-mode'] as 'fit' | undefined;
  if (mode && !sides) throw new UsageError('--resize-mode needs --resize.');
  const video = values.video as 'keep' | undefined;
  const metadata = values['strip-location'] ? 'without-location' : undefined;
  const convert = present<ConvertOptions>({
    format,
    quality: requireRead(
      'quality',
      values.quality,
      wholeFrom(min, max),
      `92, from ${min} to ${max}`,
    ),
    targetBytes: requireRead('max-size', values['max-size'], readBytes, '500k or 2M'),
    resize: sides && { ...sides, ...(mode && { mode }) },
    crop: requireRead('crop', values.crop, readRectangle, '800x600+10+20'),
    rotate: values.rotate === undefined ? undefined : (Number(values.rotate) as Rotation),
    flip: values.flip as 'horizontal' | undefined,
    background: requireRead('background', values.background, readColor, '#ffffff'),
    metadata: values['strip-all'] ? 'strip' : metadata,
    color: values.srgb ? 'srgb' : undefined,
    hdr: values['no-hdr'] ? 'leave-out' : undefined,
    video,
    pictures: readPictures(values),
    lossless: values.lossless,
    keepSmallerOriginal: values['keep-smaller'],
    salvage: values.salvage,
    exifOrientation: values['ignore-exif-orientation'] ? 'ignore' : undefined,
  });
  const settings: Settings = {
    inputs: positionals,
    filesFrom: values['files-from'],
    output: values.output,
    convert,
    format,
    recursive: values.recursive === true,
    overwrite: values.overwrite === true,
    dryRun: values['dry-run'] === true,
    keepDate: values['keep-date'] === true,
    json: values.json === true,
    quiet: values.quiet === true,
    watch: values.watch === true,
    shard: requireRead('shard', values.shard, readShard, '3/8, from 1/8 to 8/8'),
    jobs: requireRead('jobs', values.jobs, wholeFrom(1, 256), '4'),
  };
  requireSense(settings);
  return settings;
}

/** What fits together. */
function requireSense({ inputs, filesFrom, output, watch, json, dryRun }: Settings): void {
  if (inputs.length === 0 && filesFrom === undefined)
    throw new UsageError('Name photos or folders, or - for standard input.');
  if (inputs.includes('') || output === '')
    throw new UsageError('A name is empty. Is a variable of your script not set?');
  const stdin = inputs.filter((input) => input === '-').length + (filesFrom === '-' ? 1 : 0);
  if (stdin > 1) throw new UsageError('Standard input can be read only once.');
  if (output === '-' && inputs.length !== 1)
    throw new UsageError('Standard output takes one photo only.');
  if (output === '-' && (json || dryRun))
    throw new UsageError('Standard output takes the photo, so --json and --dry-run have no place.');
  if (watch && (stdin > 0 || filesFrom !== undefined || output === '-'))
    throw new UsageError('--watch takes folders only.');
}
