const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Sizes as in the visitor's file manager (decimal units), in the page's language. */
export function formatBytes(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit < 2 || value >= 100 ? 0 : 1,
  }).format(value);
}

export function formatSeconds(milliseconds: number, language: string): string {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? new Intl.NumberFormat(language, {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'short',
        maximumFractionDigits: seconds < 10 ? 1 : 0,
      }).format(seconds)
    : new Intl.NumberFormat(language, {
        style: 'unit',
        unit: 'minute',
        unitDisplay: 'short',
        maximumFractionDigits: 0,
      }).format(Math.round(seconds / 60));
}

export function formatPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(
    percent / 100,
  );
}
