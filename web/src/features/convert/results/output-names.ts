import type { OutputFormat } from '@stillpix/engine';
import { outputExtensions } from '@stillpix/engine/facts';
import { calendarDay } from '../../../site/browser/calendar-day.ts';
import { plainName } from '../plain-name.ts';

/** The extension of a result. Google's apps recognize a Motion Photo by `.MP.jpg`. */
export function extensionOf(format: OutputFormat, isMotionPhoto = false): string {
  return `${isMotionPhoto ? 'MP.' : ''}${outputExtensions[format]}`;
}

/** As in the camera's own files. */
export const videoExtension = (video: Blob) => (video.type === 'video/quicktime' ? 'mov' : 'mp4');

/** Values for the placeholders of a pattern. */
export interface Named {
  originalName: string;
  /** Place in the list, from 1, and the total, which sets the number of digits. */
  number: number;
  count: number;
  /** When the photo was taken, in Exif's format, or when its file was last modified. */
  takenAt: string | null;
  lastModified: number;
}

/**
 * Makes a name from a pattern of `{name}`, `{number}` and `{date}`, with the result's extension.
 */
export function nameByPattern(pattern: string, named: Named, extension: string): string {
  const digits = Math.max(2, String(named.count).length);
  // In one pass, because a photo may itself be called "{number}.heic".
  const filled = pattern.replaceAll(/\{(?:name|number|date)\}/g, (word) => {
    if (word === '{name}') return stemOf(named.originalName);
    return word === '{date}' ? dateOf(named) : String(named.number).padStart(digits, '0');
  });
  return joinName(safeStem(filled), `.${extension}`);
}

/** Keeps only what every file system accepts and shows, and what creates no folder inside a ZIP. */
function safeStem(stem: string): string {
  const safe = plainName(stem)
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    // A leading dot hides a file on macOS and Linux.
    .replace(/^[\s.]+/, '')
    .trim();
  if (safe === '') return 'picture';
  // Device names on Windows, with any extension.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) ? `_${safe}` : safe;
}

/** Most file systems allow 255 bytes per name. */
const maxNameBytes = 255;

/** Shortens a stem that is too long, and keeps the end. */
function joinName(stem: string, end: string): string {
  const bytes = new TextEncoder();
  const room = maxNameBytes - bytes.encode(end).length;
  const { read } = bytes.encodeInto(stem, new Uint8Array(room));
  return `${stem.slice(0, read).trimEnd()}${end}`;
}

/** `2026-03-14 15.09.26`: sorts correctly, and every file system accepts it. */
function dateOf({ takenAt, lastModified }: Named): string {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(takenAt ?? '');
  const [year, month, day, hour, minute, second] =
    found && Number(found[1]) > 0 ? found.slice(1) : partsOf(new Date(lastModified));
  return `${year}-${month}-${day} ${hour}.${minute}.${second}`;
}

function partsOf(date: Date): string[] {
  const two = (value: number) => String(value).padStart(2, '0');
  return [
    String(date.getFullYear()),
    two(date.getMonth() + 1),
    two(date.getDate()),
    two(date.getHours()),
    two(date.getMinutes()),
    two(date.getSeconds()),
  ];
}

/**
 * Makes a set of names distinct, in order, by adding " (2)", " (3)". Compares without case and
 * Unicode normalization form, because Windows and macOS would overwrite `a.jpg` with `A.jpg`.
 */
export function distinctNames(names: readonly string[]): string[] {
  const asked = new Set(names.map(toCompare));
  const given = new Set<string>();
  return names.map((name) => {
    let candidate = name;
    const end = /(?:\.MP)?\.[^.]*$/.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - end.length);
    for (let count = 2; given.has(toCompare(candidate)); count += 1) {
      const next = joinName(stem, ` (${count})${end}`);
      // A file that is really called "a (2).jpg" keeps its name.
      candidate = asked.has(toCompare(next)) ? candidate : next;
    }
    given.add(toCompare(candidate));
    return candidate;
  });
}

function toCompare(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** `stillpix-2026-11-21.zip`, by the visitor's local date. */
export function zipName(prefix: string, now: Date): string {
  return `${prefix}-${calendarDay(now)}.zip`;
}

function stemOf(name: string): string {
  // A dropped folder may give names with paths, whose separators would make folders inside the ZIP.
  const base = name.replaceAll(/[\\/]/g, '_');
  const dot = base.lastIndexOf('.');
  const stem = dot > 0 ? base.slice(0, dot) : base;
  return stem.trim() === '' ? 'picture' : stem;
}
