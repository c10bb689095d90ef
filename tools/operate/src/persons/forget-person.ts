import { PERSON_COLUMNS } from '@portal/api/db/person-columns.ts';
import { SYSTEM, writeHistory } from '@portal/api/modules/history-writing/index.ts';
import type pg from 'pg';
import { findPharmacies, isPersonSql, nameSql, type Person, sentenceOf, Values } from './person.ts';

export type Forgotten = { readonly pharmacies: number; readonly replaced: number; readonly deleted: number };

/**
 * Puts the pseudonym in the place of the names, deletes what only its person needs, and adds an entry to the history of each
 * pharmacy. One transaction a pharmacy: whatever stops it, it may be run again.
 * @param options.onlyLooks takes everything back
 */
export async function forgetPerson(
  pool: pg.Pool,
  person: Person,
  options: { readonly now: Date; readonly onlyLooks: boolean },
  say: (line: string) => void,
): Promise<Forgotten> {
  const sum = { pharmacies: 0, replaced: 0, deleted: 0 };
  const note = (where: string, counts: Counts) => {
    if (counts.told.length === 0) return;
    sum.replaced += counts.replaced;
    sum.deleted += counts.deleted;
    say(`${where}: ${counts.told.join(', ')}`);
  };
  const apoIds = await findPharmacies(pool, person);
  for (const apoId of apoIds) {
    const { counts, isShared } = await transact(pool, options.onlyLooks, async (connection) => {
      // Before all writers of the pharmacy (ADR 35).
      await connection.query('SELECT pg_advisory_xact_lock(25, $1)', [apoId]);
      const isShared = await hasNamesake(connection, apoId, person);
      const known = isShared ? { ...person, names: [] } : person;
      const counts = await replace(connection, known, { apoId });
      const event = `Name einer Person ersetzt: ${person.pseudonym}`;
      if (counts.told.length > 0)
        await writeHistory(connection, { apoId, at: options.now, event, actor: SYSTEM, hasLog: false });
      return { counts, isShared };
    });
    if (counts.told.length > 0) sum.pharmacies += 1;
    note(`Apotheke ${apoId}`, counts);
    if (isShared)
      say(`Apotheke ${apoId}: Den Namen hat hier noch ein Konto; wo er allein steht (approver …), bleibt er`);
  }
  const shared = await transact(pool, options.onlyLooks, (connection) => replace(connection, person, { apoIds }));
  note('Ohne Apotheke', shared);
  return sum;
}

type Counts = { readonly told: readonly string[]; readonly replaced: number; readonly deleted: number };

/** `apoId`: in its rows. `apoIds`: in tables of no pharmacy; names without an account only in what is about these. */
async function replace(
  connection: pg.PoolClient,
  person: Person,
  { apoId, apoIds }: { readonly apoId?: number; readonly apoIds?: readonly number[] },
): Promise<Counts> {
  const told: string[] = [];
  let [replaced, deleted] = [0, 0];
  for (const column of PERSON_COLUMNS.filter(({ isShared = false }) => isShared === (apoId === undefined))) {
    const { table, name, key, after, goes } = column;
    const change = async (begin: (values: Values) => string, more: (values: Values) => string) => {
      const values = new Values();
      const begun = begin(values);
      const ofName = () => (column.subject ? '' : `apo_id = ANY (${values.of(apoIds, 'int[]')}) AND `);
      const place = apoId === undefined ? ofName() : `apo_id = ${values.of(apoId, 'int')} AND `;
      const where = `${place}${isPersonSql(column, person, values)} AND ${more(values)}`;
      return (await connection.query(`${begun} WHERE ${where}`, values.list)).rowCount ?? 0;
    };
    if (goes) {
      const count = await change(
        () => `DELETE FROM ${table}`,
        () => goes,
      );
      if (count > 0) told.push(`${table} ${count} gelöscht`);
      deleted += count;
    }
    if (!name || goes === 'true') continue;
    const next = (values: Values): string => {
      const pseudonym = values.of(person.pseudonym, 'text');
      if (key) return `jsonb_set(${name}, '{${key}}', to_jsonb(${pseudonym}))`;
      if (!after) return pseudonym;
      const [sentence, words] = [sentenceOf(after, person.names), after].map((text) => values.of(text, 'text'));
      return `regexp_replace(${name}, ${sentence}, ${words} || ${pseudonym} || '\\2')`;
    };
    const count = await change(
      (values) => `UPDATE ${table} SET ${name} = ${next(values)}`,
      (values) => `${nameSql(column)} <> ${values.of(person.pseudonym, 'text')}`,
    );
    if (count > 0) told.push(`${table}.${key ?? name} ${count}`);
    replaced += count;
  }
  return { told, replaced, deleted };
}

/** Whether another account of the same name has worked in a pharmacy. */
async function hasNamesake(connection: pg.PoolClient, apoId: number, { subject, names }: Person): Promise<boolean> {
  if (subject === null) return false;
  const { rowCount } = await connection.query(
    'SELECT FROM history_entry WHERE apo_id = $1 AND user_name = ANY ($3) AND actor <> $2 LIMIT 1',
    [apoId, subject, names],
  );
  return rowCount === 1;
}

async function transact<T>(
  pool: pg.Pool,
  takesBack: boolean,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query(takesBack ? 'ROLLBACK' : 'COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}
