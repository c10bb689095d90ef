import {
  type ColumnDeclaration,
  PACKAGE_KINDS,
  PRODUCT_GROUPS,
  resetsList,
  shownColumns,
  type UpdateKind,
} from '@portal/rules';
import type pg from 'pg';
import type { ByteParts } from '../../db/byte-parts.ts';
import {
  cellMembers,
  columnArrays,
  columnValues,
  differenceMembers,
  memberSql,
  sqlNames,
} from '../../db/column-sql.ts';
import { readJsonParts } from '../../db/read-json.ts';
import { readPieces } from '../../db/read-pieces.ts';
import type { AnswerForm } from '../../http/send-columns.ts';
import { IS_LAPSED } from './approved-rows.ts';
import type { UpdateRow } from './lock-update.ts';

export function readUpdateRows(pool: pg.Pool, update: UpdateRow, form: AnswerForm): Promise<ByteParts> {
  if (!PRODUCT_GROUPS.includes(update.group)) throw new RangeError('no product group');
  const [id, apoId] = [safe(update.id), safe(update.apoId)];
  const list = `apo_id = ${apoId} AND product_group = '${update.group}'`;
  const head = `'version', (SELECT version FROM price_update WHERE apo_id = ${apoId} AND id = ${id}),
    'listVersion', coalesce((SELECT version FROM list_version WHERE ${list}), 0)`;
  const delivered = `u.apo_id = ${apoId} AND u.update_id = ${id} ORDER BY u.pzn`;
  const { state, join } = stateSql(update);
  const items = `${update.status > 0 ? 'u.*' : ITEMS}, ${state}`;
  if (form === 'columns') {
    return readPieces(pool, [
      {
        head,
        columns: PRODUCT_COLUMNS,
        rows: `SELECT u.pzn, ${PRODUCTS} FROM price_update_item u JOIN product p USING (pzn) WHERE ${delivered}`,
      },
      { head, columns: ITEM_COLUMNS, rows: `SELECT ${items} FROM price_update_item u ${join} WHERE ${delivered}` },
    ]);
  }
  const rows = `SELECT ${PRODUCTS}, ${items} FROM price_update_item u JOIN product p USING (pzn) ${join} WHERE ${delivered}`;
  return readJsonParts(
    pool,
    `SELECT json_build_object(${head}, 'products', (SELECT ${rowObjects(update.kind)} FROM (${rows}) items))::text`,
  );
}

/** But the PZN, which the rows have too. */
const PRODUCTS = sqlNames('product', ({ product }) => product !== 'pzn')
  .map((column) => `p.${column}`)
  .join(', ');

const nullIfLapsed = (column: string) =>
  `CASE WHEN NOT coalesce(${IS_LAPSED.text}, false) THEN u.${column} END AS ${column}`;

/** Of an open package; the correction of a period that is over is none any more (rule 17.4). */
const ITEMS = [
  'u.pzn',
  ...sqlNames('package', ({ packageFrom }) => packageFrom === undefined).map((column) => `u.${column}`),
  ...sqlNames('package', ({ packageFrom }) => packageFrom === 'draft').map(nullIfLapsed),
].join(', ');

function stateSql(update: UpdateRow): { state: string; join: string } {
  if (update.status > 0) {
    return {
      state: `coalesce(o.after_type, 0::smallint) AS price_type, o.after_manual AS own_price,
        u.inactive OR o.pzn IS NULL AS is_inactive, NULL::date AS period_end, ${NO_PART}`,
      join: OUTCOMES,
    };
  }
  const base = resetsList(update) ? '0::smallint' : 'coalesce(i.price_type, 0::smallint)';
  const absent = PACKAGE_KINDS[update.kind].addsProducts ? '' : ' OR i.pzn IS NULL';
  const foreign = `coalesce(i.product_group <> '${update.group}', false)${absent}`;
  const ownPrice = `CASE WHEN ${base} IN (2, 3) THEN i.manual_price END`;
  const periodEnd = resetsList(update) ? 'NULL::date' : 'i.period_end';
  const inactive = `u.inactive${update.status === 0 ? ` OR ${foreign}` : ''}`;
  const join = `LEFT JOIN price_item i ON i.apo_id = ${safe(update.apoId)} AND i.pzn = u.pzn`;
  if (update.parts === 0) {
    const state = `${base} AS price_type, ${ownPrice} AS own_price, ${inactive} AS is_inactive, ${periodEnd} AS period_end, ${NO_PART}`;
    return { state, join };
  }
  const orLoaded = (loaded: string, else_: string) => `CASE WHEN o.pzn IS NULL THEN ${else_} ELSE ${loaded} END`;
  return {
    state: `${orLoaded('o.after_type', base)} AS price_type, ${orLoaded('o.after_manual', ownPrice)} AS own_price,
      ${orLoaded('false', inactive)} AS is_inactive, ${orLoaded('NULL', periodEnd)} AS period_end, o.part`,
    join: `${join} ${OUTCOMES}`,
  };
}

const OUTCOMES =
  'LEFT JOIN price_update_outcome o ON o.apo_id = u.apo_id AND o.update_id = u.update_id AND o.pzn = u.pzn';
/** Of an approved package all rows are approved alike. */
const NO_PART = 'NULL::smallint AS part';

function safe(id: number): number {
  if (!Number.isSafeInteger(id)) throw new RangeError('no id');
  return id;
}

const PRODUCT_COLUMNS = columnArrays(columnValues('product'));
const ITEM_COLUMNS = columnArrays(columnValues('package', ({ packageHidden }) => !packageHidden));

const isRowOf = (kind: UpdateKind | 'all') => (each: ColumnDeclaration) =>
  !each.packageHidden && (kind === 'all' ? each.rowsOf === undefined : each.rowsOf?.includes(kind) === true);

const COMMON = [
  ...cellMembers('product'),
  ...cellMembers('package', isRowOf('all')),
  memberSql('permanentPrice', 'edited_permanent'),
  memberSql(
    'editedNegative',
    `CASE WHEN coalesce(edited_price::text, edited_permanent::text, edited_ignore::text) IS NULL THEN NULL
    WHEN edited_ignore THEN 1 WHEN edited_price IS NULL THEN 0 WHEN edited_permanent THEN 3 ELSE 2 END`,
  ),
].join(', ');

const OTHERS: Partial<Record<UpdateKind, string>> = {
  MDP: memberSql('avpNew', 'avp'),
  LZD: memberSql('itemsSold', 'units'),
};

/** Differences: rule 3.10, of the edited price if present, else the calculated one. */
function rowObjects(kind: UpdateKind): string {
  const members = [
    ...(OTHERS[kind] ? [OTHERS[kind]] : []),
    ...cellMembers('package', isRowOf(kind)),
    ...differenceMembers('package', shownColumns(kind), 'coalesce(edited_price, true_price)'),
  ].join(', ');
  // A function has at most 100 arguments.
  return `coalesce(json_agg((jsonb_build_object(${COMMON}) || jsonb_build_object(${members}))::json), '[]')`;
}
