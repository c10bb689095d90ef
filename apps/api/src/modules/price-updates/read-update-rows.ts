import { UPDATE_WIRE_NAMES as WIRE } from '@portal/contracts';
import { PACKAGE_KINDS, PRODUCT_GROUPS, resetsList } from '@portal/rules';
import type pg from 'pg';
import type { ByteParts } from '../../db/byte-parts.ts';
import { readJsonParts } from '../../db/read-json.ts';
import { readPieces } from '../../db/read-pieces.ts';
import type { AnswerForm } from '../../http/send-columns.ts';
import type { UpdateRow } from './lock-update.ts';

/**
 * The rows of a package with its version and that of the list as one JSON object, built by PostgreSQL: by columns in pieces, as
 * price lists are, or as the specified rows.
 */
export function readUpdateRows(pool: pg.Pool, update: UpdateRow, form: AnswerForm): Promise<ByteParts> {
  if (!PRODUCT_GROUPS.includes(update.group)) throw new RangeError('no product group');
  const [id, apoId] = [safe(update.id), safe(update.apoId)];
  const list = `apo_id = ${apoId} AND product_group = '${update.group}'`;
  const head = `'version', (SELECT version FROM price_update WHERE apo_id = ${apoId} AND id = ${id}),
    'listVersion', coalesce((SELECT version FROM list_version WHERE ${list}), 0)`;
  const delivered = `u.apo_id = ${apoId} AND u.update_id = ${id} ORDER BY u.pzn`;
  const products = 'p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, p.vat_percent';
  const { state, join } = stateSql(update);
  const items = `u.*, ${state}`;
  if (form === 'columns') {
    return readPieces(pool, [
      {
        head,
        columns: PRODUCT_COLUMNS,
        rows: `SELECT u.pzn, ${products} FROM price_update_item u JOIN product p USING (pzn) WHERE ${delivered}`,
      },
      { head, columns: ITEM_COLUMNS, rows: `SELECT ${items} FROM price_update_item u ${join} WHERE ${delivered}` },
    ]);
  }
  const rows = `SELECT ${products}, ${items} FROM price_update_item u JOIN product p USING (pzn) ${join} WHERE ${delivered}`;
  return readJsonParts(
    pool,
    `SELECT json_build_object(${head}, 'products', (SELECT ${rowObjects(update.kind)} FROM (${rows}) items))::text`,
  );
}

/** Open rows start from the list's type (`approvalBaseType`), approved ones show the type they got. */
function stateSql(update: UpdateRow): { state: string; join: string } {
  if (update.status > 0) {
    return {
      state: `coalesce(o.after_type, 0::smallint) AS price_type, o.after_manual AS own_price,
        u.inactive OR o.pzn IS NULL AS is_inactive`,
      join: 'LEFT JOIN price_update_outcome o ON o.apo_id = u.apo_id AND o.update_id = u.update_id AND o.pzn = u.pzn',
    };
  }
  const base = resetsList(update) ? '0::smallint' : 'coalesce(i.price_type, 0::smallint)';
  const absent = PACKAGE_KINDS[update.kind].addsProducts ? '' : ' OR i.pzn IS NULL';
  const foreign = `coalesce(i.product_group <> '${update.group}', false)${absent}`;
  return {
    state: `${base} AS price_type, CASE WHEN ${base} IN (2, 3) THEN i.manual_price END AS own_price,
      u.inactive${update.status === 0 ? ` OR ${foreign}` : ''} AS is_inactive`,
    join: `LEFT JOIN price_item i ON i.apo_id = ${safe(update.apoId)} AND i.pzn = u.pzn`,
  };
}

function safe(id: number): number {
  if (!Number.isSafeInteger(id)) throw new RangeError('no id');
  return id;
}

const cents = (name: string, column: string) => `'${name}', coalesce(json_agg((${column} * 100)::int), '[]')`;
const plain = (name: string, column: string) => `'${name}', coalesce(json_agg(${column}), '[]')`;

const PRODUCT_COLUMNS = [
  plain('pzn', 'pzn'),
  plain('name', 'name'),
  plain('content', 'content'),
  plain('producer', 'producer'),
  plain('brand', 'brand'),
  plain('normSize', 'norm_size'),
  plain('atc', 'atc'),
  plain('vatPercent', 'vat_percent'),
].join(', ');

const ITEM_COLUMNS = [
  plain('peCluster', 'pe_cluster'),
  plain('vhCluster', 'vh_cluster'),
  plain('units', 'units'),
  cents('avpOld', 'avp_old'),
  cents('avp', 'avp'),
  cents('aep', 'aep'),
  cents('vhp', 'vhp'),
  cents('ravp', 'ravp'),
  cents('ravpRegio', 'ravp_regio'),
  cents('ravpNational', 'ravp_national'),
  cents('formerCalculatedPrice', 'true_price_old'),
  cents('calculatedPrice', 'true_price'),
  plain('priceType', 'price_type'),
  cents('ownPrice', 'own_price'),
  cents('draftOwnPrice', 'edited_price'),
  plain('draftPermanent', 'edited_permanent'),
  plain('draftExclusion', 'edited_ignore'),
  plain('checkReason', 'check_reason'),
  plain('inactive', 'is_inactive'),
].join(', ');

const COMMON = `'pzn', pzn, 'name', name, 'producer', producer, 'brand', brand, 'content', content, 'normSize', norm_size,
  'atc', atc, 'units', units, 'peCluster', pe_cluster, 'vhCluster', vh_cluster, 'avpOld', avp_old,
  '${WIRE.calculatedPrice}', true_price, '${WIRE.formerCalculatedPrice}', true_price_old, '${WIRE.priceType}', price_type,
  '${WIRE.ownPrice}', own_price, '${WIRE.draftOwnPrice}', edited_price, '${WIRE.draftPermanent}', edited_permanent,
  '${WIRE.draftExclusion}', edited_ignore,
  'permanentPrice', edited_permanent,
  'editedNegative', CASE WHEN coalesce(edited_price::text, edited_permanent::text, edited_ignore::text) IS NULL THEN NULL
    WHEN edited_ignore THEN 1 WHEN edited_price IS NULL THEN 0 WHEN edited_permanent THEN 3 ELSE 2 END,
  'inactive', is_inactive`;

/** Rule 3.10: of the edited price if present, else the calculated one; one decimal. */
const difference = (name: string, reference: string) =>
  `'${name}', round((coalesce(edited_price, true_price) - ${reference}) * 100 / nullif(${reference}, 0), 1)`;

function rowObjects(kind: UpdateRow['kind']): string {
  const market = `'avp', avp, 'aep', aep, 'vhp', vhp, 'ravp', ravp, 'ravpRegio', ravp_regio, 'ravpNational', ravp_national,
    ${difference('diffAvp', 'avp')}, ${difference('diffAep', 'aep')}, ${difference('diffVhp', 'vhp')},
    ${difference('diffRavp', 'ravp')}, ${difference('diffRavpRegio', 'ravp_regio')},
    ${difference('diffRavpNational', 'ravp_national')}`;
  const members = {
    MDP: `'avpNew', avp, ${difference('deviationAvp', 'avp')}`,
    QDP: market,
    LZD: `${market}, 'itemsSold', units, 'checkReason', check_reason`,
  }[kind];
  // One object cannot take all members: a function has at most 100 arguments.
  return `coalesce(json_agg((jsonb_build_object(${COMMON}) || jsonb_build_object(${members}))::json), '[]')`;
}
