import type pg from 'pg';
import { databaseCpuMs } from '../night/database-cpu.ts';

/** A look at a running instance, by its own metrics, and at the database. */
export type Look = {
  /** Seconds since the first look. */
  readonly at: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  /** Processor seconds since their starts. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** Share of the main loop's time that was work, 0 to 1, by the lag of its 99th percentile in ms. */
  readonly lagMs: number;
  readonly waiting: number;
  /** What the portal's connections are at, and how many. */
  readonly connections: Readonly<Record<string, number>>;
};

const CONNECTIONS = `
  SELECT CASE state WHEN 'active' THEN coalesce(wait_event_type || ' ' || wait_event, 'at work') ELSE state END AS what,
         count(*)::int AS count
    FROM pg_stat_activity WHERE application_name LIKE 'preisportal-api%' GROUP BY 1`;

const MB = 2 ** 20;

/** Looks each `everyMs` until told to stop. */
export function watch(metricsUrl: string, pool: pg.Pool, everyMs: number): { looks: Look[]; stop(): Promise<void> } {
  const looks: Look[] = [];
  const began = performance.now();
  let last = Promise.resolve();
  const look = async () => {
    const { rows } = await pool.query<{ what: string; count: number }>(CONNECTIONS);
    const text = await (await fetch(metricsUrl)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    looks.push({
      at: (performance.now() - began) / 1000,
      rssMb: value('process_resident_memory_bytes') / MB,
      heapMb: value('nodejs_heap_size_used_bytes') / MB,
      externalMb: value('nodejs_external_memory_bytes') / MB,
      nodeCpu: value('process_cpu_seconds_total'),
      databaseCpu: (await databaseCpuMs(pool)) / 1000,
      lagMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
      waiting: value('portal_database_waiting'),
      connections: Object.fromEntries(rows.map(({ what, count }) => [what, count])),
    });
  };
  const timer = setInterval(() => {
    last = last.then(look);
  }, everyMs);
  last = look();
  return {
    looks,
    async stop() {
      clearInterval(timer);
      await last;
      await look();
    },
  };
}
