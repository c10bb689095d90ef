import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { faultyRows, wrongState } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { closeTask } from '../outbox/index.ts';
import type { LockedList } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { requireOpen } from './lock-update.ts';
import { effectiveSql, resolutionSql } from './resolve-sql.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

export type Approval = {
  /** Rows of the package that were loaded into the list; 0 for an approval of nothing. */
  readonly loaded: number;
  /** Products whose price or type changed effectively. */
  readonly changed: number;
  readonly leftOut: number;
  readonly contractActivated: boolean;
};

/**
 * Moves the prices of an open package into the list, the one way in which that happens, for all kinds, persons and the
 * clock (rule 6.17): status, rows with their before-images, price changes, counts, version, history, and on
 * an LZD the contract. Runs under the locks of `lockUpdate` with `approvalLock`; all of it or nothing.
 * @throws PortalError 409 when the package is not open any more, 422 for a draft that the rules refuse
 */
export async function applyApproval(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  { actor, at }: { actor: Actor; at: Date },
): Promise<Approval> {
  const version = nextVersion(list.version);
  const won = await connection.query(
    `UPDATE price_update
        SET status = 1, approver = $2, approved_at = $3, updated_at = $3, auto_action_at = NULL, auto_action = NULL,
            version = $5, approved_list_version = $4
      WHERE id = $1 AND status = 0`,
    [update.id, actor.userName, at, version, nextVersion(update.version)],
  );
  if (won.rowCount !== 1) {
    requireOpen(update);
    throw wrongState(UPDATE_TEXT.alreadyOpen);
  }
  const { loaded, effective } = await storeOutcomes(connection, update);
  const event = UPDATE_EVENT.approved(update);
  const entry = { apoId: update.apoId, at, actor, productGroup: update.group, update };
  const told = effective > 0 ? event : UPDATE_EVENT.approvedWithoutChange(update, loaded);
  const historyId = await writeHistory(connection, { ...entry, event: told, hasLog: effective > 0 });
  const change = { update, version, at, actor, event, historyId };
  await storeItems(connection, change);
  if (effective > 0) await storeChanges(connection, change);
  await raiseList(connection, update, version, at);
  await closeTask(connection, update, { outcome: 'approved', actor, at });
  const contractActivated = update.kind === 'LZD' && (await activateContract(connection, update.apoId));
  if (contractActivated) {
    await writeHistory(connection, { ...entry, event: UPDATE_EVENT.contractActivated, hasLog: false });
  }
  return { loaded, changed: effective, leftOut: update.itemCount - loaded, contractActivated };
}

const BEFORE = `calculated_price, manual_price, price_type, price_old, avp, aep, vhp, price_min, price_avg, price_max,
  pe_cluster, vh_cluster, units, changed_at`;
const BEFORE_OF_ITEM = BEFORE.replaceAll(/\w+/g, (column) => `i.${column}`);

/**
 * Decides every row and keeps what it was before. Left out are inactive rows, products that meanwhile belong to another
 * group, and on an MDP those that have left the list.
 */
async function storeOutcomes(
  connection: pg.PoolClient,
  update: UpdateRow,
): Promise<{ loaded: number; effective: number }> {
  const columns = {
    listType: 'i.price_type',
    listManual: 'i.manual_price',
    price: 'u.edited_price',
    permanent: 'u.edited_permanent',
    ignore: 'u.edited_ignore',
    calculated: 'u.true_price',
  };
  const parameters = [update.id, update.apoId, update.group];
  const resolution = resolutionSql(update.kind, update.resetChoice, columns);
  const { rows } = await connection.query<{ loaded: string; effective: string; faults: Fault[] | null }>(
    `WITH resolved AS (
       SELECT u.pzn, i.pzn IS NOT NULL AS listed, ${BEFORE_OF_ITEM}, r.after_type, r.after_manual,
              i.pzn IS NULL OR i.price_type <> r.after_type
                OR ${effectiveSql('i.price_type', 'i.calculated_price', 'i.manual_price')}
                   IS DISTINCT FROM ${effectiveSql('r.after_type', 'u.true_price', 'r.after_manual')} AS effective,
              CASE WHEN r.fault <> 'exclusionNeedsPrice' THEN r.fault END AS fault
         FROM price_update_item u LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = u.pzn ${resolution}
        WHERE u.update_id = $1 AND NOT u.inactive AND (i.product_group = $3 OR ${update.kind === 'MDP' ? 'false' : 'i.pzn IS NULL'})
     ), stored AS (
       INSERT INTO price_update_outcome (update_id, pzn, listed, ${BEFORE}, after_type, after_manual, effective)
       SELECT $1, pzn, listed, ${BEFORE}, after_type, after_manual, effective FROM resolved WHERE fault IS NULL
       RETURNING effective
     )
     SELECT count(*) AS loaded, count(*) FILTER (WHERE effective) AS effective,
            (SELECT json_agg(json_build_object('pzn', pzn, 'fault', fault)) FROM resolved WHERE fault IS NOT NULL) AS faults
       FROM stored`,
    parameters,
  );
  const row = rows[0] as (typeof rows)[number];
  if (row.faults) throw faultyRows(row.faults.map(({ pzn, fault }) => ({ pzn, message: TEXT.row[fault] })));
  const [loaded, effective] = [Number(row.loaded), Number(row.effective)];
  if (update.kind !== 'LZD' || update.resetChoice !== 0) return { loaded, effective };
  if (loaded === 0) throw wrongState(UPDATE_TEXT.wouldEmptyList);
  // The list is replaced: what the file does not hold leaves it (rule 6.5).
  const dropped = await connection.query(
    `INSERT INTO price_update_outcome (update_id, pzn, listed, ${BEFORE}, after_type, after_manual, effective)
     SELECT $1, i.pzn, true, ${BEFORE_OF_ITEM}, NULL, NULL, true FROM price_item i
      WHERE i.apo_id = $2 AND i.product_group = $3
        AND NOT EXISTS (SELECT FROM price_update_outcome o WHERE o.update_id = $1 AND o.pzn = i.pzn)`,
    parameters,
  );
  return { loaded, effective: effective + (dropped.rowCount ?? 0) };
}
type Fault = { pzn: string; fault: 'permanentWithExclusion' | 'permanentWithoutPrice' | 'withoutPrice' };

type Change = { update: UpdateRow; version: number; at: Date; actor: Actor; event: string; historyId: string };

/** Package column → list column; what a package does not bring stays as it is. */
const REFERENCES = [
  ['avp', 'avp'],
  ['aep', 'aep'],
  ['vhp', 'vhp'],
  ['ravp_regio', 'price_avg'],
  ['pe_cluster', 'pe_cluster'],
  ['vh_cluster', 'vh_cluster'],
  ['units', 'units'],
] as const;

/** Writes the rows of the list; a row that stays as it is is not touched. */
async function storeItems(connection: pg.PoolClient, { update, version, at }: Change): Promise<void> {
  const before = effectiveSql('o.price_type', 'o.calculated_price', 'o.manual_price');
  const references = REFERENCES.map(([from, to]) => `coalesce(u.${from}, o.${to})`);
  const targets = REFERENCES.map(([, to]) => to);
  await connection.query(
    `UPDATE price_item i
        SET calculated_price = u.true_price, manual_price = o.after_manual, price_type = o.after_type,
            price_old = CASE WHEN o.effective THEN ${before} ELSE o.price_old END,
            changed_at = CASE WHEN o.effective THEN $3 ELSE o.changed_at END,
            changed_version = CASE WHEN o.effective THEN $4 ELSE i.changed_version END,
            ${targets.map((to, index) => `${to} = ${references[index]}`).join(', ')}
       FROM price_update_outcome o JOIN price_update_item u USING (update_id, pzn)
      WHERE o.update_id = $1 AND o.listed AND i.apo_id = $2 AND i.pzn = o.pzn
        AND (o.effective OR (i.calculated_price, ${targets.map((to) => `i.${to}`).join(', ')})
                            IS DISTINCT FROM (u.true_price, ${references.join(', ')}))`,
    [update.id, update.apoId, at, version],
  );
  // An MDP adds no products to the list.
  if (update.kind !== 'MDP') {
    await connection.query(
      `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, manual_price, price_type,
                               ${targets.join(', ')}, changed_at, changed_version)
       SELECT $2, u.pzn, $5, u.true_price, o.after_manual, o.after_type,
              ${REFERENCES.map(([from]) => `u.${from}`).join(', ')}, $3, $4
         FROM price_update_outcome o JOIN price_update_item u USING (update_id, pzn)
        WHERE o.update_id = $1 AND NOT o.listed ORDER BY u.pzn`,
      [update.id, update.apoId, at, version, update.group],
    );
  }
  if (update.kind === 'LZD' && update.resetChoice === 0) {
    await connection.query(
      `DELETE FROM price_item i USING price_update_outcome o
        WHERE o.update_id = $1 AND o.after_type IS NULL AND i.apo_id = $2 AND i.pzn = o.pzn`,
      [update.id, update.apoId],
    );
  }
}

/** One price change for every effective change; a product that left the list has neither new price nor type. */
async function storeChanges(connection: pg.PoolClient, change: Change): Promise<void> {
  const { update } = change;
  await connection.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                               old_type, new_type, list_version, history_id)
     SELECT $2, o.pzn, $3, $4, $5, $6, $7, coalesce(u.avp, o.avp),
            ${effectiveSql('o.price_type', 'o.calculated_price', 'o.manual_price')},
            ${effectiveSql('o.after_type', 'u.true_price', 'o.after_manual')}, o.price_type, o.after_type, $8, $9
       FROM price_update_outcome o LEFT JOIN price_update_item u ON u.update_id = o.update_id AND u.pzn = o.pzn
      WHERE o.update_id = $1 AND o.effective ORDER BY o.pzn`,
    [
      update.id,
      update.apoId,
      update.group,
      change.at,
      change.event,
      change.actor.userName,
      change.actor.subject,
      change.version,
      change.historyId,
    ],
  );
}

/** Raises the list's version and counts it anew. */
export async function raiseList(
  connection: pg.PoolClient,
  { apoId, group }: Pick<UpdateRow, 'apoId' | 'group'>,
  version: number,
  at: Date,
): Promise<void> {
  await connection.query(
    `UPDATE list_version SET version = $3, last_change = $4,
            (item_count, negative_count) = (
              SELECT count(*) FILTER (WHERE price_type <> 1), count(*) FILTER (WHERE price_type = 1)
                FROM price_item WHERE apo_id = $1 AND product_group = $2)
      WHERE apo_id = $1 AND product_group = $2`,
    [apoId, group, version, at],
  );
}

/**
 * Approving an LZD makes the pharmacy active (rule 6.20); a cancelled one comes back. The pharmacy is locked for it
 * since the transaction began.
 * @returns true when the contract was not active before
 */
async function activateContract(connection: pg.PoolClient, apoId: number): Promise<boolean> {
  const { rows } = await connection.query<{ before: number }>(
    `UPDATE pharmacy p SET contract_status = 1, active = 1
       FROM (SELECT apo_id, contract_status FROM pharmacy WHERE apo_id = $1) old
      WHERE p.apo_id = old.apo_id AND (p.contract_status, p.active) <> (1, 1)
     RETURNING old.contract_status AS before`,
    [apoId],
  );
  return rows[0]?.before === 0;
}
