import type { OutputFormat } from '@stillpix/engine';
import { calendarDay } from '../../../site/browser/calendar-day.ts';

const extensions: Record<OutputFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/**
 * The original's name with the extension of what it became. Motion photos have `MP` in front of it, by
 * which phones know them.
 */
export function outputName(
  originalName: string,
  format: OutputFormat,
  isMotionPhoto = false,
): string {
  const stem = stemOf(originalName).replace(isMotionPhoto ? /\.?MP$/ : /$^/, '');
  return `${stem}${isMotionPhoto ? '.MP' : ''}.${extensions[format]}`;
}

/** The name of the video that was inside a photo. */
export function videoName(originalName: string, mime: string): string {
  return `${stemOf(originalName)}.${mime === 'video/quicktime' ? 'mov' : 'mp4'}`;
}

/**
 * Names for a set of results, in order; those that would collide get " (2)", " (3)". Compared
 * without case, because Windows and macOS would overwrite `a.jpg` with `A.jpg`.
 */
export function distinctNames(names: readonly string[]): string[] {
  const asked = new Set(names.map((name) => name.toLowerCase()));
  const given = new Set<string>();
  return names.map((name) => {
    let candidate = name;
    const dot = name.lastIndexOf('.');
    for (let count = 2; given.has(candidate.toLowerCase()); count += 1) {
      const next = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
      // A file that is really called "a (2).jpg" keeps its name.
      candidate = asked.has(next.toLowerCase()) ? candidate : next;
    }
    given.add(candidate.toLowerCase());
    return candidate;
  });
}

/** `stillpix-2026-11-21.zip`, by the visitor's own calendar. */
export function zipName(prefix: string, now: Date): string {
  return `${prefix}-${calendarDay(now)}.zip`;
}

function stemOf(name: string): string {
  // A path can come in with a dropped folder; separators would make folders inside the ZIP.
  const base = name.replaceAll(/[\\/]/g, '_');
  const dot = base.lastIndexOf('.');
  const stem = dot > 0 ? base.slice(0, dot) : base;
  return stem.trim() === '' ? 'picture' : stem;
}
