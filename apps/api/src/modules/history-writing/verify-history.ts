import pg from 'pg';
import { verifyChain } from './verify-chain.ts';

/**
 * Proves the history of all pharmacies, or of those named (rule 11.10), for `pnpm verify:history`. It says a line for each thing that is
 * wrong, the end of each chain where pharmacies are named, and the sum.
 * @param databaseUrl of any login that may read
 * @param apoIds none for all
 * @returns whether all that is chained holds
 */
export async function verifyHistory(
  databaseUrl: string,
  apoIds: readonly number[],
  say: (line: string) => void,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT apo_id AS id FROM pharmacy WHERE $1::int[] IS NULL OR apo_id = ANY($1) ORDER BY apo_id',
      [apoIds.length > 0 ? apoIds : null],
    );
    const sum = { links: 0, unproved: 0, dropped: 0, altered: 0 };
    for (const { id } of rows as { id: number }[]) {
      // People go on working meanwhile.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { links, unproved, dropped, head, issues } = await verifyChain(client, id);
      await client.query('COMMIT');
      sum.links += links;
      sum.unproved += unproved;
      sum.dropped += dropped;
      if (issues.length > 0) sum.altered += 1;
      for (const issue of issues) say(`${id}: ${issue}`);
      if (apoIds.length > 0) say(`${id}: ${links} links, end ${head}`);
    }
    if (sum.dropped > 0)
      say(`${sum.dropped} links are proved without their price changes, which were dropped with their year`);
    say(
      `${rows.length} pharmacies, ${sum.links} links, ${sum.unproved} entries unproved, ${sum.altered} pharmacies altered`,
    );
    return sum.altered === 0;
  } finally {
    await client.end();
  }
}
