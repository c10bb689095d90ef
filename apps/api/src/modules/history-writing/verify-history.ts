import pg from 'pg';
import { primaryUrl } from '../../db/servers.ts';
import sql from 'sql-template-tag';
import { ask, composed, run, statement } from '../../db/statement.ts';
import { verifyChain } from './verify-chain.ts';

export class UnknownPharmacy extends Error {
  override name = 'UnknownPharmacy';
}

const CONNECT_MS = 5_000;

const PATH = composed({}, sql`SET search_path = public, pg_temp`);
const BEGIN = composed({}, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
const COMMIT = composed({}, sql`COMMIT`);

/** Also of deleted pharmacies. */
const PHARMACIES = statement<{ id: number }>(
  { id: 'int' },
  `
  SELECT id FROM (SELECT apo_id AS id FROM pharmacy UNION SELECT apo_id FROM history_head UNION SELECT apo_id FROM history_entry
                   UNION SELECT apo_id FROM price_change) known
   WHERE $1::int[] IS NULL OR id = ANY($1) ORDER BY id`,
);

/**
 * Rule 11.10.
 * @param databaseUrl any reading login (ADR 69)
 * @param apoIds none: all
 * @throws UnknownPharmacy
 */
export async function verifyHistory(
  databaseUrl: string,
  apoIds: readonly number[],
  say: (line: string) => void,
): Promise<boolean> {
  // A single server may be a replica.
  const client = new pg.Client({
    connectionString: await primaryUrl(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    // A dead machine would block for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Without a listener it would end the process, as if the history were altered.
  client.on('error', () => undefined);
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // pg gives its own limit of time no code.
    throw error.message === 'timeout expired' ? Object.assign(error, { code: 'ETIMEDOUT' }) : error;
  });
  try {
    // The login may set its own path, and tables of a session come first unless they are named last.
    await run(client, PATH);
    const known = await ask(client, PHARMACIES, [apoIds.length > 0 ? apoIds : null]);
    const ids = known.map(({ id }) => id);
    const unknown = apoIds.filter((apoId) => !ids.includes(apoId));
    if (unknown.length > 0) throw new UnknownPharmacy(`there is no pharmacy ${unknown.join(', ')}`);
    const sum = { links: 0, unproved: 0, dropped: 0, altered: 0 };
    for (const id of ids) {
      // People go on working meanwhile.
      await run(client, BEGIN);
      const { links, unproved, dropped, head, issues } = await verifyChain(client, id);
      await run(client, COMMIT);
      sum.links += links;
      sum.unproved += unproved;
      sum.dropped += dropped;
      if (issues.length > 0) sum.altered += 1;
      for (const issue of issues) say(`${id}: ${issue}`);
      if (apoIds.length > 0)
        say(
          [`${id}: ${links} links`, `end ${head}`, ...(unproved > 0 ? [`${unproved} entries unproved`] : [])].join(
            ', ',
          ),
        );
    }
    if (sum.dropped > 0)
      say(`${sum.dropped} links are proved without their price changes, which were dropped with their year`);
    say(
      `${ids.length} pharmacies, ${sum.links} links, ${sum.unproved} entries unproved, ${sum.altered} pharmacies altered`,
    );
    return sum.altered === 0;
  } finally {
    await client.end();
  }
}
