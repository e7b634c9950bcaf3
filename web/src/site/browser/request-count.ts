export interface RequestCount {
  all: number;
  /** Of these, to other servers than the page's own. */
  elsewhere: number;
}

// Only these can carry something away; a stylesheet or a font cannot.
const sending = new Set(['fetch', 'xmlhttprequest', 'beacon']);

export function countRequests(entries: readonly PerformanceEntry[], origin: string): RequestCount {
  const sent = entries.filter(
    (entry) => 'initiatorType' in entry && sending.has(String(entry.initiatorType)),
  );
  const elsewhere = sent.filter((entry) => new URL(entry.name).origin !== origin);
  return { all: sent.length, elsewhere: elsewhere.length };
}
