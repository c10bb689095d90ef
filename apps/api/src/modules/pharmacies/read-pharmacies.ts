import type { Pharmacy, PharmacyListEntry } from '@portal/contracts';
import { type Access, type FlagKind, PACKAGE_KINDS, shownDeadline, UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { PHARMACY_COLUMNS, PHARMACY_SELECTED } from '../../db/pharmacy-columns.ts';
import { ask, type ColumnsOf, prepared, statement, type RowOf } from '../../db/statement.ts';

/** A pharmacy without its open packages. */
export type Card = Omit<Pharmacy, WorkField>;
type WorkField =
  | 'mdpCount'
  | 'qdpCount'
  | 'lzdCount'
  | 'lzdActiveCount'
  | 'mdpSince'
  | 'qdpSince'
  | 'lzdSince'
  | 'nextDeadline';
/** The open packages of a pharmacy's own list. */
type OpenWork = Pick<Pharmacy, 'apoId' | Exclude<WorkField, 'nextDeadline'>> & {
  active: number;
  autoActionAt: Date | null;
  autoAction: 'approve' | 'delete' | null;
  autoActionKind: FlagKind | null;
};

const CARD: ColumnsOf<Card> = { ...PHARMACY_COLUMNS, parentPharmacy: 'int?' };
const SELECT = `SELECT ${PHARMACY_SELECTED}, p.parent_apo_id AS "parentPharmacy" FROM pharmacy p`;

const ALL_PHARMACIES = statement<Card>(CARD, `${SELECT} ORDER BY p.name, p.apo_id`);
const OWN_PHARMACIES = prepared(
  statement<Card>(CARD, `${SELECT} WHERE p.crm_company_id = ANY($1) ORDER BY p.name, p.apo_id`),
);

const SOME_PHARMACIES = statement<Card>(CARD, `${SELECT} WHERE p.apo_id = ANY($1)`);

/** Some pharmacies, in no order. */
export async function readSomeCards(db: Queryable, apoIds: readonly number[]): Promise<Card[]> {
  return ask(db, SOME_PHARMACIES, [apoIds]);
}

const SUCCESSORS = statement(
  { apoId: 'int', after: 'int?', version: 'bigint?' },
  `SELECT p.apo_id AS "apoId", o.apo_id AS after, o.version
     FROM pharmacy p LEFT JOIN LATERAL (
            SELECT apo_id, version FROM pharmacy WHERE (name, apo_id) < (p.name, p.apo_id) AND apo_id <> ALL ($1)
             ORDER BY name DESC, apo_id DESC LIMIT 1
          ) o ON true
    WHERE p.apo_id = ANY ($1) ORDER BY p.name, p.apo_id`,
);
type Successor = RowOf<typeof SUCCESSORS>;

export async function readSuccessors(db: Queryable, apoIds: readonly number[]): Promise<Successor[]> {
  return ask(db, SUCCESSORS, [apoIds]);
}

/** All pharmacies, sorted by name. */
export async function readCards(db: Queryable): Promise<Card[]> {
  return ask(db, ALL_PHARMACIES);
}

/** The pharmacies of a caller's roles, sorted by name. */
export async function readOwnPharmacies(db: Queryable, access: Access): Promise<Pharmacy[]> {
  const own = access.pharmacyCrmIds.filter((id) => id <= 2_147_483_647);
  return withOpenWork(db, access, await ask(db, OWN_PHARMACIES, [own]));
}

const PHARMACY_FAMILY = prepared(
  statement<Card>(
    CARD,
    // A union: OR would scan the table.
    `${SELECT} JOIN (
       SELECT $1::int AS apo_id UNION SELECT apo_id FROM pharmacy WHERE parent_apo_id = $1
        UNION SELECT parent_apo_id FROM pharmacy WHERE apo_id = $1
     ) family USING (apo_id) ORDER BY p.name, p.apo_id`,
  ),
);

/** One pharmacy with its mirrors and its main pharmacy. */
export async function readPharmacyFamily(
  db: Queryable,
  apoId: number,
  access: Access,
): Promise<{ pharmacy: Pharmacy; mirrors: Pharmacy[]; main: Pharmacy | null }> {
  const rows = await withOpenWork(db, access, await ask(db, PHARMACY_FAMILY, [apoId]));
  const pharmacy = rows.find((row) => row.apoId === apoId);
  if (!pharmacy) throw new Error(`pharmacy ${apoId} is gone`);
  const hide = (row: Pharmacy) => withoutForeignToken(row, access);
  return {
    pharmacy,
    mirrors: rows.filter((row) => row.parentPharmacy === apoId).map(hide),
    main: rows.filter((row) => row.apoId === pharmacy.parentPharmacy).map(hide)[0] ?? null,
  };
}

/** When the oldest of some packages arrived, as answers have it. */
const oldest = (packages: string) =>
  `to_char(min(created_at) FILTER (WHERE ${packages}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The packages of a kind that the caller sees; `$2` as below. */
const seen = (kind: UpdateKind) =>
  `kind = '${kind}'${PACKAGE_KINDS[kind].needsRelease ? ' AND ($2 OR ready_for_approval)' : ''}`;

const firstDue = (column: string) =>
  `(array_agg(${column} ORDER BY auto_action_at, id) FILTER (WHERE auto_action_at IS NOT NULL))[1]`;

/** `$1` pharmacies, `$2` staff (rule 2.8). */
const OPEN_WORK = prepared(
  statement<OpenWork>(
    {
      apoId: 'int',
      mdpCount: 'int',
      qdpCount: 'int',
      lzdCount: 'int',
      lzdActiveCount: 'int',
      mdpSince: 'text?',
      qdpSince: 'text?',
      lzdSince: 'text?',
      active: 'int',
      autoActionAt: 'time?',
      autoAction: 'text?',
      autoActionKind: 'text?',
    },
    `SELECT apo_id AS "apoId",
          ${UPDATE_KINDS.map((kind) => `count(*) FILTER (WHERE ${seen(kind)})::int AS "${kind.toLowerCase()}Count"`).join(', ')},
          count(*) FILTER (WHERE kind IN ${kindsSql('needsRelease')} AND ready_for_approval)::int AS "lzdActiveCount",
          ${UPDATE_KINDS.map((kind) => `${oldest(seen(kind))} AS "${kind.toLowerCase()}Since"`).join(', ')},
          (SELECT active FROM pharmacy p WHERE p.apo_id = u.apo_id) AS active, min(auto_action_at) AS "autoActionAt", ${firstDue('auto_action')} AS "autoAction", ${firstDue('kind')} AS "autoActionKind"
     FROM price_update u WHERE apo_id = ANY($1) AND status = 0 GROUP BY apo_id`,
  ),
);

const NO_WORK = {
  mdpCount: 0,
  qdpCount: 0,
  lzdCount: 0,
  lzdActiveCount: 0,
  mdpSince: null,
  qdpSince: null,
  lzdSince: null,
  nextDeadline: null,
};

async function withOpenWork(db: Queryable, { staff }: Access, cards: readonly Card[]): Promise<Pharmacy[]> {
  const listOf = ({ apoId, parentPharmacy }: Card) => parentPharmacy ?? apoId;
  const open = await ask(db, OPEN_WORK, [[...new Set(cards.map(listOf))], staff]);
  const byList = new Map(open.map(({ apoId, ...row }) => [apoId, workOf(row)]));
  return cards.map((card) => ({ ...card, ...(byList.get(listOf(card)) ?? NO_WORK) }));
}

function workOf({ active, autoActionAt, autoAction, autoActionKind: kind, ...counts }: Omit<OpenWork, 'apoId'>) {
  const deadline = shownDeadline({ autoActionAt, autoAction }, active);
  const nextDeadline = deadline && kind && { at: deadline.at.toISOString(), action: deadline.action, kind };
  return { ...counts, nextDeadline };
}

function withoutForeignToken(pharmacy: Pharmacy, access: Access): Pharmacy {
  const own = access.staff || access.pharmacyCrmIds.includes(pharmacy.crmCompanyId);
  return own ? pharmacy : { ...pharmacy, token: '' };
}

export function groupMirrors(pharmacies: readonly Pharmacy[]): PharmacyListEntry[] {
  const entries = new Map<number, PharmacyListEntry>();
  for (const pharmacy of pharmacies) entries.set(pharmacy.apoId, { ...pharmacy, pharmacies: [] });
  const top: PharmacyListEntry[] = [];
  for (const pharmacy of pharmacies) {
    const main = pharmacy.parentPharmacy === null ? undefined : entries.get(pharmacy.parentPharmacy);
    if (main) main.pharmacies.push(pharmacy);
    else top.push(entries.get(pharmacy.apoId) as PharmacyListEntry);
  }
  return top;
}
