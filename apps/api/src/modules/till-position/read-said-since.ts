import type { ApprovedPrices } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import {
  isCurrent,
  parseCursor,
  type Position,
  reaches,
  readApprovedPrices,
  readRefused,
  readSent,
  readTillState,
  type TillAccount,
  type Versions,
} from '../till-sync/index.ts';

/** Acknowledged after an inventory, which it overrules (rule 22.6). */
export type SaidSince = {
  readonly listApoId: number;
  /** Null: it loaded the whole list, or its digest agrees. */
  readonly from: Versions | null;
  readonly to: Versions;
  /** Stay as the inventory says. */
  readonly refused: ReadonlySet<string>;
};

type Taken = {
  readonly cursor: string | null;
  /** When it came. */
  readonly acknowledged: string | null;
};

/** Undefined: nothing since. */
export async function readSaidSince(
  db: Queryable,
  { apoId, account, present }: { apoId: number; account: TillAccount; present: Position },
  taken: Taken,
): Promise<SaidSince | undefined> {
  const state = account === 'files' ? undefined : await readTillState(db, apoId, account);
  const to = await currentOf(db, state?.cursor ?? null, present);
  if (!state || !to) return undefined;
  const { listApoId, versions } = to;
  if (state.heldCursor !== null && state.differsSince === null)
    return { listApoId, from: null, to: versions, refused: new Set() };
  const from = await currentOf(db, taken.cursor ?? taken.acknowledged, present);
  if (from && reaches(from.versions, versions)) return undefined;
  const refused = new Set(await readRefused(db, { apoId, account }));
  return { listApoId, from: from?.versions ?? null, to: versions, refused };
}

async function currentOf(db: Queryable, text: string | null, present: Position): Promise<Position | undefined> {
  const cursor = text === null ? undefined : parseCursor(text);
  if (!cursor || cursor === 'former') return undefined;
  return (await isCurrent(db, cursor.to, present)) ? cursor.to : undefined;
}

/** Which of these articles it has said something of. */
export async function readOverruled(
  db: Queryable,
  { listApoId, from, to, refused }: SaidSince,
  pzns: readonly string[],
): Promise<ReadonlySet<string>> {
  const sent = from && pzns.length > 0 ? await readSent(db, listApoId, { from, to, pzns }) : pzns;
  return new Set(sent.filter((pzn) => !refused.has(pzn)));
}

/** All prices at `to`. */
export function readPricesSaid(db: Queryable, { listApoId, to }: SaidSince): Promise<ApprovedPrices> {
  return readApprovedPrices(db, { listApoId, versions: to });
}
