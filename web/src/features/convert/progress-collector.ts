interface Report {
  job: number;
  fraction: number;
}

/**
 * Gathers the progress of all running jobs and hands it on once per frame: workers report more
 * often than anyone can see, and each report would draw the list anew.
 */
export function createProgressCollector(publish: (reports: Report[]) => void) {
  const latest = new Map<number, number>();
  let frame: number | null = null;
  const flush = () => {
    frame = null;
    const reports = [...latest].map(([job, fraction]) => ({ job, fraction }));
    latest.clear();
    publish(reports);
  };
  return {
    report(job: number, fraction: number) {
      latest.set(job, fraction);
      frame ??= requestAnimationFrame(flush);
    },
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
