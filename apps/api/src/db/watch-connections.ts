import type pg from 'pg';
import type { Logger } from 'pino';
import { type Choice, cutOff, type PrimaryClient } from './primary-client.ts';
import { findPrimary, isRefusal } from './servers.ts';

const LOOK_MS = 1_000;
/** Milliseconds until the server is asked. */
const SILENT_MS = 5_000;
/** Milliseconds; longer than any statement timeout. */
const LONGEST_MS = 150_000;
const COMPARE_MS = 5_000;

/** What last moved on a connection, and when. */
type Seen = { movement: number; since: number };

/**
 * A frozen server, swallowed packets, a failover: after five silent seconds the server is asked over another
 * connection; a statement it does not run is cut off.
 * @returns ends the watch
 */
export function watchConnections(pool: pg.Pool, servers: Choice, logger: Pick<Logger, 'warn'>): () => void {
  const watched = new Map<PrimaryClient, Seen>();
  let compared = performance.now();
  let asking = false;
  pool.on('connect', (client) => watched.set(client as PrimaryClient, look(client as PrimaryClient)));
  pool.on('remove', (client) => {
    watched.delete(client as PrimaryClient);
    // Without connections nothing is compared: the next one asks again.
    if (watched.size === 0) servers.set(undefined);
  });

  const silentFor = (client: PrimaryClient, now: number) => {
    const seen = watched.get(client);
    const next = look(client);
    if (seen?.movement !== next.movement) {
      watched.set(client, next);
      return 0;
    }
    return now - seen.since;
  };

  const ask = async (silent: readonly PrimaryClient[]) => {
    const startedAt = performance.now();
    const unmoved = (client: PrimaryClient) => silentFor(client, performance.now()) >= performance.now() - startedAt;
    try {
      const primary = await findPrimary(
        servers.urls,
        silent.map((client) => client.backend),
      );
      servers.set(primary.url);
      const lost = silent.filter((client) => !primary.atWork.has(client.backend) && unmoved(client));
      cut(lost, 'the database server is not at work on this query');
      cut(
        [...watched.keys()].filter((client) => client.server !== primary.url),
        'another database server has taken over',
      );
    } catch (error) {
      if (isRefusal(error)) return;
      servers.set(undefined);
      logger.warn({ err: error }, 'the database server does not answer');
      cut([...watched.keys()].filter(unmoved), 'the database server does not answer');
    }
  };

  const cut = (clients: readonly PrimaryClient[], reason: string) => {
    for (const client of clients) cutOff(client, reason);
    if (clients.length > 0) logger.warn({ reason, connections: clients.length }, 'database connections broken off');
  };

  const timer = setInterval(() => {
    const now = performance.now();
    const silent = [...watched.keys()].filter((client) => silentFor(client, now) >= SILENT_MS && client.isBusy);
    cut(
      silent.filter((client) => silentFor(client, now) >= LONGEST_MS),
      'no answer within the longest time of a statement',
    );
    const isTime = servers.urls.length > 1 && watched.size > 0 && now - compared >= COMPARE_MS;
    if (asking || (silent.length === 0 && !isTime)) return;
    asking = true;
    compared = now;
    void ask(silent).finally(() => {
      asking = false;
    });
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

function look({ movement }: PrimaryClient): Seen {
  return { movement, since: performance.now() };
}
