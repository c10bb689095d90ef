import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { command, run } from '../db/statement.ts';
import { BUILD } from './build.ts';

/** A quarter of the time after which a row counts no more (oldest_build). */
const RENEW_MS = 15_000;

const ANNOUNCE = command(
  `WITH gone AS (DELETE FROM instance WHERE seen_at < clock_timestamp() - interval '1 day')
   INSERT INTO instance (id, build, seen_at) VALUES ($1, $2, clock_timestamp())
   ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
);
const LEAVE = command('DELETE FROM instance WHERE id = $1');

/** Until `stop`, which never throws. Rule 13.10. */
export function announceBuild({ database: { pool }, logger }: { database: Database; logger: Logger }): {
  stop(): Promise<void>;
} {
  const id = randomUUID();
  const tell = (what: typeof LEAVE, values: unknown[]) =>
    run(pool, what, values).then(
      () => undefined,
      (error: unknown) => logger.warn({ err: error }, 'the build was not announced'),
    );
  let telling = Promise.resolve<unknown>(undefined);
  const announce = () => {
    telling = telling.then(() => tell(ANNOUNCE, [id, BUILD]));
  };
  announce();
  const timer = setInterval(announce, RENEW_MS);
  return {
    async stop() {
      clearInterval(timer);
      await telling;
      await tell(LEAVE, [id]);
    },
  };
}
