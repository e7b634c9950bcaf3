import { brand } from '@stillpix/contract/brand';

/** Requirement P5: the number of entries to keep. */
export const logCapacity = 100;

/** Kept for the tab, so that the contact page can copy what went wrong on the previous page. */
const storageKey = `${brand.slug}_log`;

interface LogEntry {
  time: string;
  level: 'info' | 'error';
  text: string;
}

const entries: LogEntry[] = readKept();

function readKept(): LogEntry[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.slice(-logCapacity) : [];
  } catch {
    // Storage is off, or contains something else: the log begins with this page.
    return [];
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(entries));
  } catch {
    // Storage is off: the log ends with this page.
  }
}

// Names of visitors' files and URLs of their pictures must not be in a text that is passed on. Does
// not import the engine's list of extensions, because every page loads this.
const fileName =
  /[^\s"'()]+\.(?:heics?|heifs?|hif|avifs?|webp|png|jpe|jpe?g|jfif|gif|bmp|jxl|tiff?|ico|cur|svgz?|dng|cr[23w]|nef|nrw|arw|sr[2fw]|or[fi]|rw[2l]|raf|pef|3fr|fff|iiq|gpr|x3f|mrw|erf|mef|mos|dcr|kdc|mov|mp4|zip)\b/gi;
const localData = /\b(?:data|blob):[^\s"')]+/g;

export function withoutPersonalData(text: string): string {
  return text.replaceAll(localData, '[data]').replaceAll(fileName, '[file]').slice(0, 500);
}

export function log(level: LogEntry['level'], text: string): void {
  entries.push({ time: new Date().toISOString(), level, text: withoutPersonalData(text) });
  if (entries.length > logCapacity) entries.shift();
  keep();
}

/** An error as one line: its name, its message and the top of its stack. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const places = (thrown.stack ?? '')
    .split('\n')
    .filter((line) => line.includes('/assets/'))
    .slice(0, 3);
  return [`${thrown.name}: ${thrown.message}`, ...places.map((place) => place.trim())].join(' ');
}

/** Everything that support needs to know, and nothing about the pictures. */
export function diagnostics(): string {
  const { userAgent, language, hardwareConcurrency } = navigator;
  const head = [
    `${brand.name} diagnostics`,
    `page ${location.pathname}`,
    `browser ${userAgent}`,
    `language ${language}, cores ${hardwareConcurrency}, window ${innerWidth}x${innerHeight}`,
  ];
  return [...head, ...entries.map(({ time, level, text }) => `${time} ${level} ${text}`)].join(
    '\n',
  );
}

export function listenForErrors(): void {
  window.addEventListener('error', (event) =>
    log('error', describeError(event.error ?? event.message)),
  );
  window.addEventListener('unhandledrejection', (event) =>
    log('error', describeError(event.reason)),
  );
}
