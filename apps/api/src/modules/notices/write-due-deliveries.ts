import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { writeMessage } from '../outbox/index.ts';
import { DAY_MS } from './periods.ts';

const UNDECIDED = statement(
  { id: 'bigint', apoId: 'int' },
  `UPDATE delivery SET reminded_at = $1 WHERE state = 'open' AND reminded_at IS NULL AND arrived_at <= $2 RETURNING id, apo_id AS "apoId"`,
);

/** Rule 20.16; each once, whatever instances there are. */
export async function writeDueDeliveries({
  config,
  database,
  clock,
}: {
  config: Pick<Config, 'deliveries'>;
  database: Database;
  clock: Clock;
}): Promise<void> {
  const { mailTo } = config.deliveries;
  if (mailTo.length === 0) return;
  const at = clock.now();
  await database.transaction(async (connection) => {
    for (const { id, apoId } of await ask(connection, UNDECIDED, [at, new Date(at.getTime() - DAY_MS)]))
      for (const to of mailTo)
        await writeMessage(connection, { kind: 'delivery', payload: { to, deliveryId: Number(id) }, apoId, at });
  });
}
