import type { LimitedBy } from '../http/rate-limit.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Reads gauges that are computed only when metrics are requested. */
export type Source = () => Promise<void> | void;

export type Metrics = {
  readonly registry: Registry;
  /** `operation`: contract id, never an address. */
  request(operation: string, method: string, status: number, seconds: number): void;
  limited(kind: string, by: LimitedBy): void;
  jobRun(job: string, outcome: 'ok' | 'failed', seconds: number): void;
  /** A gauge whose values `source` sets. */
  gauge<const Label extends string>(name: string, help: string, labels: readonly Label[]): Gauge<Label>;
  /** Adds something to be read before each answer. */
  onScrape(source: Source): void;
  /** All metrics as text, once every source has been read. */
  text(): Promise<string>;
};

/** Seconds, up to the slowest PDF. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Gauges under names of counters; each is the sum of the one without the ending. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** @param options.process false: without memory and event loop */
export function createMetrics({ process = true }: { process?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) {
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }
  const requests = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer, by operation of the contract table',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: BUCKETS,
    registers,
  });
  const limited = new Counter({
    name: 'portal_rate_limited_total',
    help: 'Calls answered 429 because a caller, a pharmacy or an address made too many',
    labelNames: ['kind', 'by'] as const,
    registers,
  });
  const jobs = new Histogram({
    name: 'portal_job_duration_seconds',
    help: 'Turns of the clock-driven jobs in this process',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const sources: Source[] = [];
  return {
    registry,
    request: (operation, method, status, seconds) =>
      requests.observe({ operation, method, status: String(status) }, seconds),
    limited: (kind, by) => limited.inc({ kind, by }),
    jobRun: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    gauge: (name, help, labels) => new Gauge({ name, help, labelNames: [...labels], registers }),
    onScrape: (source) => void sources.push(source),
    async text() {
      await Promise.all(sources.map(async (source) => source()));
      return registry.metrics();
    },
  };
}
