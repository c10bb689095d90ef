import { type Cents, type PriceSince, type ProductGroup, takenBackAt } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { TAKEN_BACK } from '../../texts/de.ts';
import { storedPosition, TILL_TEXT } from '../till-sync/index.ts';

/** Of `c`, a `price_change`, and `p`, the period that runs. */
type RecordedPrice = Required<Omit<PriceSince, 'isTold' | 'takenBack'>> & {
  readonly takesBack: boolean;
  readonly historyId: string | null;
  readonly pzn: string;
  readonly group: ProductGroup;
  readonly version: string;
};
export const RECORDED_COLUMNS = {
  pzn: 'text',
  group: typed<ProductGroup>('text'),
  version: 'bigint',
  since: 'time',
  price: 'int?',
  inPeriod: 'bool',
  takesBack: 'bool',
  historyId: 'bigint?',
} as const;
export const RECORDED_PRICE = `c.pzn, c.product_group AS "group", c.list_version AS version, c.created_at AS since,
          ${centsSql('c.new_price')} AS price, coalesce(c.list_version >= p.began_version, false) AS "inPeriod",
          c.event LIKE '%${TAKEN_BACK}%' AS "takesBack", c.history_id AS "historyId"`;

type Shelf = Pick<PharmacyContext, 'apoId' | 'listApoId'>;

/**
 * Whether somebody had the price of each change before the next (rule 17.10), looked up where something is taken back.
 * @param histories oldest first
 */
export async function withTold(
  db: Queryable,
  shelf: Shelf,
  histories: readonly (readonly RecordedPrice[])[],
): Promise<PriceSince[][]> {
  const ids = histories.flatMap((changes) => changes.flatMap((each) => (each.takesBack ? (each.historyId ?? []) : [])));
  const pzns = histories.flatMap(([oldest]) => oldest?.pzn ?? []);
  const taken = await ask(db, TAKE_BACKS, [shelf.listApoId, ids, pzns]);
  if (taken.length === 0) return histories.map((changes) => [...changes]);
  const entries = taken.map(({ by, taken: of, at, beneath }) => {
    return { by: Number(by), taken: Number(of), at, beneath: new Set(beneath) };
  });
  const judged = histories.map((changes) => {
    const own = new Set(changes.map(({ historyId }) => Number(historyId)));
    const pzn = changes[0]?.pzn ?? '';
    return { changes, takenBack: takenBackAt(entries.filter(({ by, beneath }) => own.has(by) || beneath.has(pzn))) };
  });
  const begins = judged.flatMap(({ changes: [oldest], takenBack }) =>
    oldest && takenBack.size > 0 ? oldest.since.getTime() : [],
  );
  const isTold = await readArrivals(db, shelf, new Date(Math.min(...begins, Date.now())));
  return judged.map(({ changes, takenBack }) => {
    if (takenBack.size === 0) return [...changes];
    return changes.map((change, at) => ({
      ...change,
      isTold: isTold(change, changes[at + 1]),
      takenBack: takenBack.get(Number(change.historyId)),
    }));
  });
}

/** Beneath a period no price change records what is taken back (rule 17.8). */
const TAKE_BACKS = statement(
  { by: 'bigint', taken: 'bigint', at: 'time', beneath: 'text[]?' },
  `WITH t AS MATERIALIZED (
     SELECT id, created_at, undoes, coalesce(mdp_import_id, qdp_import_id, lzd_import_id) AS package,
            (SELECT array_agg(b) FROM jsonb_array_elements_text(details->'beneath') b WHERE b = ANY($3)) AS beneath
       FROM history_entry WHERE apo_id = $1 AND (id = ANY($2) OR details->'beneath' ?| $3))
   SELECT id AS by, undoes AS taken, created_at AS at, beneath FROM t WHERE undoes IS NOT NULL
   UNION ALL
   SELECT t.id, e.id, t.created_at, t.beneath
     FROM t JOIN history_entry e ON e.apo_id = $1 AND coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) = t.package
    WHERE t.undoes IS NULL AND e.id < t.id AND e.event NOT LIKE '%${TAKEN_BACK}%'`,
);

const FILES = statement(
  { position: 'text', groups: 'text[]?', corrected: 'int[]?' },
  `SELECT position, product_groups AS groups, CASE contents WHEN 'corrections' THEN corrected END AS corrected
     FROM till_file WHERE apo_id = $1 AND created_at >= $2
   UNION ALL SELECT cursor, NULL, NULL FROM till WHERE apo_id = $1 AND cursor IS NOT NULL`,
);

const ACKNOWLEDGED = statement(
  { at: 'time' },
  'SELECT created_at AS at FROM history_entry WHERE apo_id = $1 AND created_at >= $2 AND user_name = $3',
);

/** Of prints that keep their labels what each said; the first one took all others as right (rule 16.9). */
const LABELS = statement(
  { at: 'time', pzn: 'text?', price: 'int?' },
  `SELECT p.printed_at AS at, i.pzn, ${centsSql(`CASE WHEN lead(i.print_id) OVER later IS NULL THEN s.price
                                                 ELSE lead(i.former_price) OVER later END`)} AS price
     FROM label_print p JOIN label_print_item i ON i.apo_id = $1 AND i.print_id = p.id
     LEFT JOIN shelf_label s ON s.apo_id = $1 AND s.pzn = i.pzn
    WHERE p.apo_id = $1 AND p.printed_at >= $2 AND p.undone_at IS NULL WINDOW later AS (PARTITION BY i.pzn ORDER BY p.id)
   UNION ALL
   SELECT printed_at, NULL, NULL FROM label_print p
    WHERE apo_id = $1 AND printed_at >= $2 AND undone_at IS NULL
      AND (NOT EXISTS (SELECT FROM label_print_item i WHERE i.apo_id = $1 AND i.print_id = p.id)
           OR id = (SELECT min(id) FROM label_print WHERE apo_id = $1 AND undone_at IS NULL))`,
);

/** By versions where they are known. */
async function readArrivals(db: Queryable, { apoId, listApoId }: Shelf, since: Date) {
  const files = await ask(db, FILES, [apoId, since]);
  const acknowledged = await ask(db, ACKNOWLEDGED, [apoId, since, TILL_TEXT.user]);
  const labels = await ask(db, LABELS, [apoId, since]);
  const positions = files.flatMap(({ position, ...file }) => {
    const stored = storedPosition(position);
    return stored?.listApoId === listApoId ? { ...file, versions: stored.versions } : [];
  });
  return ({ pzn, group, version, since: from, price }: RecordedPrice, next: RecordedPrice | undefined): boolean => {
    const isMeanwhile = (at: Date) => at > from && (!next || at < next.since);
    const holds = (versions: Readonly<Record<ProductGroup, number>>) =>
      versions[group] >= Number(version) && (!next || versions[group] < Number(next.version));
    const says = (label: { at: Date; price: Cents | null }) =>
      label.price === price && label.at >= from && (!next || label.at <= next.since);
    return (
      positions.some(
        ({ versions, groups, corrected }) =>
          holds(versions) && (groups?.includes(group) ?? true) && (corrected?.includes(Number(pzn)) ?? true),
      ) ||
      acknowledged.some(({ at }) => isMeanwhile(at)) ||
      labels.some((label) => (label.pzn === null ? isMeanwhile(label.at) : label.pzn === pzn && says(label)))
    );
  };
}
