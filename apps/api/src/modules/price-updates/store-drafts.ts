import type { ApprovalEditRow } from '@portal/contracts';
import { REASON } from '@portal/contracts';
import { checkPrice, formatCents, type SaveFault } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { faultyRows, PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';
import { UPDATE_TEXT } from './update-texts.ts';

export type SentEdits = {
  readonly products: readonly ApprovalEditRow[];
  readonly version?: number | undefined;
  readonly listVersion?: number | undefined;
};

type Fault = { pzn: string; fault: SaveFault | 'unknown' | 'locked' };
type Clash = { pzn: string; by: string | null; cents: number | null; ignore: boolean | null };
type Outcome = { bad: Fault[] | null; clashes: Clash[] | null; written: string };

/**
 * Stores the sent rows of a package as its drafts, by one statement however many they are: a row that is back at its
 * original loses its draft, a row that says what is stored already is left alone. Runs under the list's lock.
 * @returns how many drafts changed; 0 means the package's version need not rise
 * @throws PortalError 422 naming every faulty row, 409 naming rows that were edited since the caller's version, by
 *   whomever, and that this save would alter; nothing is stored then
 */
export async function storeDrafts(
  connection: pg.PoolClient,
  update: UpdateRow,
  sent: SentEdits,
  actor: Actor,
): Promise<number> {
  const prices = readPrices(sent.products);
  if (sent.products.length === 0) return 0;
  const { rows } = await connection.query<Outcome>(storeSql(update), [
    update.id,
    update.apoId,
    sent.products.map((row) => row.pzn),
    prices,
    sent.products.map((row) => row.editedPermanent ?? null),
    sent.products.map((row) => row.editedIgnore ?? null),
    nextVersion(update.version),
    actor.userName,
    actor.subject,
    sent.version ?? null,
    sent.listVersion ?? null,
    update.group,
  ]);
  const { bad, clashes, written } = rows[0] as Outcome;
  if (bad) throw faultyRows(bad.map(({ pzn, fault }) => ({ pzn, message: faultText(fault) })));
  if (clashes) throw draftClash(UPDATE_TEXT.draftClash(clashes.length), clashes);
  return Number(written);
}

/**
 * Refuses an approval of rows that were edited since the caller loaded the package, by whomever, so that nobody approves what
 * they have not seen (rule 6.12). Rows the caller sends himself were judged by `storeDrafts`.
 * @throws PortalError 409 with the rows
 */
export async function requireSeen(connection: pg.PoolClient, update: UpdateRow, sent: SentEdits): Promise<void> {
  if (sent.version === undefined) return;
  const { rows } = await connection.query<Clash>(
    `SELECT pzn, edited_by AS by, (edited_price * 100)::int AS cents, edited_ignore AS ignore FROM price_update_item
      WHERE update_id = $1 AND edited_version > $2 AND pzn <> ALL($3) ORDER BY pzn`,
    [update.id, sent.version, sent.products.map((row) => row.pzn)],
  );
  if (rows.length > 0) throw draftClash(UPDATE_TEXT.seenClash(rows.length), rows);
}

/** Prices in cents; everything that numbers alone can be faulted for. */
function readPrices(products: readonly ApprovalEditRow[]): (number | null)[] {
  const faults: { pzn: string; message: string }[] = [];
  const seen = new Set<string>();
  const prices = products.map(({ pzn, editedPrice }) => {
    if (seen.has(pzn)) faults.push({ pzn, message: TEXT.row.duplicate });
    seen.add(pzn);
    if (editedPrice === null) return null;
    const price = checkPrice(editedPrice);
    if (price.ok) return price.cents;
    faults.push({ pzn, message: TEXT.row[price.fault] });
    return null;
  });
  if (faults.length > 0) throw faultyRows(faults);
  return prices;
}

/**
 * `stale`: the list row has moved since the caller loaded the package and the row carries neither price nor exclusion. Its
 * flags are then those of a type that is gone, no wish of the caller's.
 */
function storeSql(update: UpdateRow): string {
  const columns = {
    listType: 'i.price_type',
    listManual: 'i.manual_price',
    price: 's.price',
    permanent: 's.permanent',
    ignore: 's.ignore',
    calculated: 'u.true_price',
  };
  const unlisted = update.kind === 'MDP' ? 'i.pzn IS NULL' : 'false';
  return `
  WITH sent AS (
    SELECT pzn, cents / 100.0 AS price, permanent, ignore
      FROM unnest($3::text[], $4::int[], $5::boolean[], $6::boolean[]) AS s(pzn, cents, permanent, ignore)
  ), judged AS MATERIALIZED (
    SELECT s.pzn, u.pzn IS NULL AS unknown, u.inactive OR i.product_group <> $12 OR ${unlisted} AS locked,
           s.price, r.permanent, r.exclusion, r.fault, r.changed AND NOT stale AS keep, stale,
           u.edited_by, u.edited_price, u.edited_permanent, u.edited_ignore,
           (CASE WHEN r.changed AND NOT stale THEN s.price END, CASE WHEN r.changed AND NOT stale THEN r.permanent END,
            CASE WHEN r.changed AND NOT stale THEN r.exclusion END)
             IS DISTINCT FROM (u.edited_price, u.edited_permanent, u.edited_ignore) AS differs,
           coalesce(u.edited_version > $10, false) AS newer
      FROM sent s
      LEFT JOIN price_update_item u ON u.update_id = $1 AND u.pzn = s.pzn
      LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = s.pzn
      CROSS JOIN LATERAL (
        SELECT coalesce(i.changed_version > $11 AND s.price IS NULL AND NOT coalesce(s.ignore, false), false) AS stale) m
      ${resolutionSql(update.kind, update.resetChoice, columns)}
  ), bad AS (
    SELECT pzn, CASE WHEN unknown THEN 'unknown' WHEN locked THEN 'locked' ELSE fault END AS fault FROM judged
     WHERE unknown OR keep AND (locked OR fault IS NOT NULL)
  ), clash AS (
    SELECT pzn, edited_by AS by, (edited_price * 100)::int AS cents, edited_ignore AS ignore FROM judged
     WHERE newer AND differs
  ), written AS (
    UPDATE price_update_item t
       SET edited_price = CASE WHEN j.keep THEN j.price END, edited_permanent = CASE WHEN j.keep THEN j.permanent END,
           edited_ignore = CASE WHEN j.keep THEN j.exclusion END,
           edited_version = $7, edited_by = $8, edited_actor = $9
      FROM judged j
     WHERE t.update_id = $1 AND t.pzn = j.pzn AND j.differs
       AND NOT EXISTS (SELECT FROM bad) AND NOT EXISTS (SELECT FROM clash)
    RETURNING 1
  )
  SELECT (SELECT json_agg(b ORDER BY pzn) FROM bad b) AS bad, (SELECT json_agg(c ORDER BY pzn) FROM clash c) AS clashes,
         (SELECT count(*) FROM written) AS written`;
}

function faultText(fault: Fault['fault']): string {
  return fault === 'unknown' || fault === 'locked' ? UPDATE_TEXT.row[fault] : TEXT.row[fault];
}

function draftClash(message: string, clashes: readonly Clash[]): PortalError {
  const what = ({ cents, ignore }: Clash) =>
    ignore ? 'Ausschluss' : cents === null ? 'keine Korrektur' : `${formatCents(cents)} €`;
  return new PortalError(409, REASON.conflict, message, {
    pzns: clashes.map((clash) => clash.pzn),
    issues: clashes.slice(0, 200).map((clash) => ({ path: clash.pzn, message: `${clash.by ?? ''}: ${what(clash)}` })),
  });
}
