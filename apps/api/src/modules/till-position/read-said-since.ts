import { priceLookup, type ProductGroup, type SortedPrices } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import {
  currentPosition,
  type Position,
  reaches,
  readApprovedPrices,
  readRefused,
  readSent,
  readTillState,
  type TillAccount,
  type Versions,
} from '../till-sync/index.ts';

/** Acknowledged, or confirmed of files, after an inventory, which it overrules (rule 22.6). */
export type SaidSince = {
  readonly listApoId: number;
  /** It loaded the whole list, or its digest agrees. */
  readonly isAll: boolean;
  /** Groups that a file carried whole. */
  readonly groups: readonly ProductGroup[];
  readonly from: Versions;
  readonly to: Versions;
  /** Withdrawn articles were left out. */
  readonly omits: boolean;
  /** Stay as the inventory says. */
  readonly refused: ReadonlySet<string>;
};

type Taken = {
  readonly takenAt: Date;
  readonly cursor: string | null;
  /** When it came. */
  readonly acknowledged: string | null;
  /** The last confirmed file then; null: not noted. */
  readonly loadNo: number | null;
};
type Till = { readonly apoId: number; readonly account: TillAccount; readonly present: Position };

/** Undefined: nothing since. */
export async function readSaidSince(db: Queryable, till: Till, taken: Taken): Promise<SaidSince | undefined> {
  if (till.account === 'files') return readFilesSince(db, till, taken);
  const { apoId, account, present } = till;
  const state = await readTillState(db, apoId, account);
  const to = await currentPosition(db, state?.cursor ?? null, present);
  if (!state || !to) return undefined;
  const { listApoId, versions } = to;
  const said = { listApoId, groups: [], from: versions, to: versions, omits: false };
  if (state.heldCursor !== null && state.differsSince === null) return { ...said, isAll: true, refused: new Set() };
  const from = await currentPosition(db, taken.cursor ?? taken.acknowledged, present);
  if (from && reaches(from.versions, versions)) return undefined;
  const refused = new Set(await readRefused(db, { apoId, account }));
  return { ...said, isAll: from === undefined, from: from?.versions ?? versions, refused };
}

const FILES_SINCE = statement(
  { productGroups: typed<ProductGroup[]>('text[]'), position: 'text', since: 'text?', omits: 'bool' },
  `SELECT product_groups AS "productGroups", position, since, omits FROM till_file
    WHERE apo_id = $1 AND load_no IS NOT NULL AND (load_no > $2 OR loaded_at > $3) ORDER BY load_no`,
);

async function readFilesSince(
  db: Queryable,
  { apoId, present }: Till,
  { takenAt, loadNo }: Taken,
): Promise<SaidSince | undefined> {
  const groups = new Set<ProductGroup>();
  const [from, to] = [{ ...present.versions }, { ...present.versions }];
  const said = { listApoId: present.listApoId, isAll: false, from, to, refused: new Set<string>() };
  let [isAny, omits] = [false, false];
  for (const file of await ask(db, FILES_SINCE, [apoId, loadNo ?? MOST_LOADS, takenAt])) {
    const loaded = await currentPosition(db, file.position, present);
    if (!loaded) continue;
    const since = file.since === null ? undefined : await currentPosition(db, file.since, present);
    isAny = true;
    omits ||= file.omits;
    for (const group of file.productGroups) {
      if (file.since === null) groups.add(group);
      from[group] = groups.has(group) ? 0 : Math.min(from[group], since?.versions[group] ?? loaded.versions[group]);
      to[group] = loaded.versions[group];
    }
  }
  return isAny ? { ...said, groups: [...groups], omits } : undefined;
}
/** By its time alone. */
const MOST_LOADS = 2_147_483_647;

/** Joined: planning is slow with an array of 100,000. */
const LISTED = statement(
  { pzn: 'text' },
  `SELECT i.pzn FROM price_item i JOIN unnest($3::text[]) AS asked(pzn) USING (pzn)
    WHERE i.apo_id = $1 AND i.product_group = ANY($2::text[])`,
);

export type Overruled = Pick<ReadonlySet<string>, 'has'>;

/** Which of these articles it has said something of. */
export async function readOverruled(
  db: Queryable,
  said: SaidSince,
  pzns: readonly string[],
): Promise<ReadonlySet<string>> {
  const { listApoId, isAll, groups, from, to, omits, refused } = said;
  if (pzns.length === 0) return new Set();
  const sent = isAll ? pzns : await readSent(db, listApoId, { from, to, pzns });
  const whole = groups.length === 0 ? [] : await ask(db, LISTED, [listApoId, groups, textArray(pzns)]);
  const priceOf = omits ? priceLookup(await readPricesSaid(db, said)) : undefined;
  const carried = new Set([...sent, ...whole.map(({ pzn }) => pzn)]);
  return new Set([...carried].filter((pzn) => !refused.has(pzn) && (!priceOf || (priceOf(pzn) ?? null) !== null)));
}

/** Of any article. */
export async function readAllOverruled(
  db: Queryable,
  said: SaidSince,
  pzns: () => readonly string[],
): Promise<Overruled> {
  if (said.isAll && !said.omits) return { has: (pzn) => !said.refused.has(pzn) };
  return readOverruled(db, said, pzns());
}

/** All prices at `to`. */
export function readPricesSaid(db: Queryable, { listApoId, to }: SaidSince): Promise<SortedPrices> {
  return readApprovedPrices(db, { listApoId, versions: to });
}
