import { PERSON_COLUMNS } from '@portal/api/db/person-columns.ts';
import type pg from 'pg';
import { findPharmacies, isPersonSql, type Person, Values } from './person.ts';

/** What is stored of a person as JSON, table by table: which columns hold them, and the rows without files and long lists. */
export async function exportPerson(pool: pg.Pool, person: Person, say: (line: string) => void): Promise<void> {
  const { subject, names } = person;
  const apoIds = await findPharmacies(pool, person);
  say(`{"person": ${JSON.stringify({ subject, names })}, "tables": {`);
  const tables = [...new Set(PERSON_COLUMNS.map(({ table }) => table))];
  for (const [index, table] of tables.entries()) {
    const columns = PERSON_COLUMNS.filter((column) => column.table === table);
    const held = [...new Set(columns.flatMap(({ name, subject: account }) => [name, account]))].filter(Boolean);
    say(`"${table}": {"columns": ${JSON.stringify(held)}, "rows": [`);
    const told = await toldColumns(pool, table);
    const places = columns.some(({ isShared }) => isShared) ? [null] : apoIds;
    let comma = '';
    for (const apoId of places) {
      const values = new Values();
      const place = apoId === null ? 'true' : `apo_id = ${values.of(apoId, 'int')}`;
      const isPerson = columns.map((column) => isPersonSql(column, person, values)).join(' OR ');
      const { rows } = await pool.query<{ row: string }>(
        `SELECT to_jsonb(told)::text AS row FROM (SELECT ${told} FROM ${table} WHERE ${place} AND (${isPerson})) told`,
        values.list,
      );
      for (const { row } of rows) {
        say(`${comma}${row}`);
        comma = ',';
      }
    }
    say(`]}${index === tables.length - 1 ? '' : ','}`);
  }
  say('}}');
}

async function toldColumns(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND data_type NOT IN ('bytea', 'ARRAY')`,
    [table],
  );
  return rows[0]?.names ?? '';
}
