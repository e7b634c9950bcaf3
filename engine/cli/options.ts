import type { ParseArgsConfig } from 'node:util';

/** How an option is named, given and explained. */
export interface OptionWords {
  short?: string;
  /** What its value is called; without one it is a switch. */
  value?: string;
  /** What the value may be, where that is a list. */
  choices?: readonly string[];
  /** One line. */
  help: string;
  /** Left out of the short help. */
  rare?: boolean;
}

/** Every option: parsing, help, the manual and the shells' completion are made of this. */
export const optionTable = {
  to: {
    value: 'FORMAT',
    choices: ['jpg', 'png', 'webp'],
    help: 'what to make: jpg (default), png or webp',
  },
  output: { short: 'o', value: 'PATH', help: 'a folder, a file, or - for standard output' },
  quality: { short: 'q', value: '50-100', help: 'quality of JPG and WebP (default 92)' },
  'max-size': { value: 'SIZE', help: 'at most so many bytes, like 500k or 2M' },
  resize: { value: 'WxH', help: 'fit into 1920x1080, 1920x (width) or x1080 (height)' },
  'strip-location': { help: 'leave out where a photo was taken' },
  'strip-all': { help: 'leave out all metadata' },
  'keep-date': { help: "give results the date of the photo's file" },
  recursive: { short: 'r', help: 'go through folders inside folders too' },
  overwrite: { short: 'f', help: 'replace results that are there (else skipped)' },
  'dry-run': { short: 'n', help: 'say what would be done, and do nothing' },
  json: { help: 'one line of JSON a photo, for programs' },
  quiet: { help: 'print failures only' },
  watch: { short: 'w', help: 'go on, and convert what comes into the folders' },
  shard: { value: 'N/M', help: 'only part N of M, the same split on every machine' },
  jobs: { short: 'j', value: 'N', help: 'threads at most (default: one a core)' },
  'files-from': { value: 'FILE', help: 'paths, one a line, from a file or - (input)' },
  'resize-mode': {
    value: 'MODE',
    choices: ['fit', 'fill', 'stretch'],
    help: 'fit (default), fill and crop, or stretch',
    rare: true,
  },
  crop: { value: 'WxH+X+Y', help: 'cut a rectangle out of the upright photo', rare: true },
  rotate: { value: 'DEGREES', choices: ['90', '180', '270'], help: 'turn clockwise', rare: true },
  flip: { value: 'WAY', choices: ['horizontal', 'vertical'], help: 'mirror', rare: true },
  background: {
    value: '#RRGGBB',
    help: 'what transparency is laid on in JPG (default white)',
    rare: true,
  },
  srgb: { help: 'convert colors to sRGB instead of keeping the profile', rare: true },
  'no-hdr': { help: 'leave gain maps out', rare: true },
  video: {
    value: 'WHAT',
    choices: ['leave-out', 'beside', 'keep'],
    help: "a motion photo's video: leave-out (default), beside or keep",
    rare: true,
  },
  'all-pictures': { help: 'all pictures of a file that holds several', rare: true },
  also: {
    value: 'WHAT',
    help: 'too: depth-map, right-eye and so on, or everything',
    rare: true,
  },
  lossless: { help: 'lose nothing, in WebP', rare: true },
  'keep-smaller': { help: 'keep a file of the same format that is smaller already', rare: true },
  salvage: { help: 'of damaged files, make what can be read', rare: true },
  'ignore-exif-orientation': { help: 'leave HEIC files turned as they are stored', rare: true },
  completion: {
    value: 'SHELL',
    choices: ['bash', 'zsh', 'fish'],
    help: 'print what makes a shell complete options',
    rare: true,
  },
  help: { short: 'h', help: 'this help; --help-all has every option' },
  'help-all': { help: 'every option', rare: true },
  version: { short: 'V', help: 'print the version' },
} as const satisfies Record<string, OptionWords>;

export type OptionName = keyof typeof optionTable;

export const optionList: readonly [OptionName, OptionWords][] = Object.entries(
  optionTable,
) as unknown as [OptionName, OptionWords][];

type Given = {
  -readonly [N in OptionName]?: (typeof optionTable)[N] extends { value: string }
    ? string
    : boolean;
};

/** What was typed, not yet looked at. */
export interface Typed {
  values: Given;
  positionals: string[];
}

/** For `parseArgs` of node:util. */
export function parseConfig(): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    optionList.map(([name, { short, value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) },
    ]),
  );
}
