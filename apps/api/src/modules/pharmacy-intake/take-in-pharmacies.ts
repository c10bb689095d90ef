import { changedFields, isPharmacyRefusal, PHARMACY_ACTIVE, type ReadPharmacy } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { resumeDeadlines } from '../price-updates/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { type Change, type Decided, decideRecords } from './decide-records.ts';
import { readKnown } from './known-pharmacies.ts';
import { changeEvent, PHARMACY_EVENT } from './pharmacy-texts.ts';
import { insertPharmacies, updatePharmacies } from './store-pharmacies.ts';
import { command, run } from '../../db/statement.ts';

/** Calls of all instances one after the other: two could give out the same number. */
const LOCK = command('SELECT FROM pg_advisory_xact_lock(26, 0)');

export type PharmacyOrder = {
  /** At most 1,000: all of them are locked at once. */
  readonly records: readonly ReadPharmacy[];
  /** crmCompanyId. */
  readonly renewToken?: number | undefined;
  readonly actor: Actor;
  /** Refuses known ones. */
  readonly onlyNew?: boolean;
  /** Decides and writes nothing; of any number. */
  readonly onlyLooks?: boolean;
};

/** Rules 23.1 to 23.10, one transaction. @returns in the order of the records */
export function takeInPharmacies(
  deps: { database: Database; clock: Clock },
  { records, renewToken, actor, onlyNew, onlyLooks = false }: PharmacyOrder,
): Promise<Decided[]> {
  const named = records.flatMap((record) => (isPharmacyRefusal(record) ? [] : [record]));
  return deps.database.transaction(
    async (connection) => {
      const decide = async () => {
        const known = await readKnown(connection, named, renewToken);
        return decideRecords(records, known, { renewToken, onlyNew });
      };
      if (onlyLooks) return (await decide()).decisions;
      await run(connection, LOCK);
      await lockPharmacyRows(connection, knownOf((await decide()).changes), 'change');
      // Again: an approval may have been under way.
      const { decisions, changes } = await decide();
      await storeChanges(connection, changes, { actor, at: deps.clock.now() });
      return decisions;
    },
    { readsOnly: onlyLooks },
  );
}

const knownOf = (changes: readonly Change[]) => changes.flatMap(({ before }) => (before ? [before.apoId] : []));

async function storeChanges(
  connection: pg.PoolClient,
  changes: readonly Change[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  await insertPharmacies(
    connection,
    changes.flatMap(({ before, after }) => (before ? [] : [after])),
    at,
  );
  await updatePharmacies(
    connection,
    changes.flatMap(({ before, after }) => (before ? [after] : [])),
  );
  for (const { before, after } of changes) {
    const { apoId } = after;
    if (before && changedFields(before, after).length === 0) continue;
    if (before?.active === PHARMACY_ACTIVE.cancelled && after.active !== PHARMACY_ACTIVE.cancelled)
      await resumeDeadlines(connection, { apoId, at });
    const event = before ? changeEvent(before, after) : PHARMACY_EVENT.created;
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  }
}
