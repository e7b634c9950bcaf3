import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricSources {
  countMails: () => Promise<{ waiting: number; givenUp: number }>;
}

/** Metrics for Prometheus. Labels are our own names, never a path or anything from a visitor. */
export function createMetrics({ countMails }: MetricSources) {
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: 'stillpix_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const refused = new Counter({
    name: 'stillpix_limited_requests_total',
    help: 'Requests refused by a limit',
    labelNames: ['route'],
    registers,
  });
  const waiting = new Gauge({
    name: 'stillpix_mails',
    help: 'Mails in the outbox: waiting, or given up',
    labelNames: ['state'],
    registers,
    async collect() {
      const counted = await countMails();
      this.set({ state: 'waiting' }, counted.waiting);
      this.set({ state: 'given-up' }, counted.givenUp);
    },
  });
  waiting.reset();

  return {
    contentType: registry.contentType,
    observe(route: string, method: string, status: number, seconds: number): void {
      // Clients may send any method, and each label value costs memory for good.
      const known = /^(?:GET|HEAD|POST|PATCH|OPTIONS)$/.test(method) ? method : 'other';
      duration.observe({ route, method: known, status: String(status) }, seconds);
      if (status === 429) refused.inc({ route });
    },
    /** Includes process metrics. Only once per process, so not in tests. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    write: () => registry.metrics(),
  };
}
