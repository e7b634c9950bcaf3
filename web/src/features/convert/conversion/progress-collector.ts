interface Report {
  job: number;
  fraction: number;
}

/** Milliseconds between two drawings of the list: percentages that change faster cannot be read. */
const interval = 100;

/**
 * Gathers the progress of all running jobs and hands it on a few times per second: each report draws
 * the list anew, while the workers wait for the page to hand them their next piece.
 */
export function createProgressCollector(publish: (reports: Report[]) => void) {
  const latest = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    const reports = [...latest].map(([job, fraction]) => ({ job, fraction }));
    latest.clear();
    publish(reports);
  };
  return {
    report(job: number, fraction: number) {
      latest.set(job, fraction);
      timer ??= setTimeout(flush, interval);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
