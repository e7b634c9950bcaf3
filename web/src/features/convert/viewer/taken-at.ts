/** Reads Exif's `YYYY:MM:DD hh:mm:ss`, which has no time zone, as if it were UTC. */
export function readTakenAt(text: string): Date | null {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Cameras whose clock was never set write zeros.
  return year === 0 || month === 0 || day === 0 || Number.isNaN(date.getTime()) ? null : date;
}
