import { currentPosition } from './is-current.ts';
import type { Queryable } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { formatCursor, type Position, reaches, sameVersions, storedPosition } from './cursor.ts';
import type { TillPharmacy } from './read-position.ts';
import { readTillState, type TillAccount } from './till-account.ts';

/** Rule 22.6. */
export const isSetBack = (before: Position, position: Position): boolean =>
  reaches(before.versions, position.versions) && !sameVersions(before.versions, position.versions);

export async function setBackTill(
  db: Queryable,
  { apoId, account }: { apoId: number; account: TillAccount },
  { before, position, fallenFrom, at }: { before: Position; position: Position; fallenFrom: string | null; at: Date },
): Promise<void> {
  const furthest = formatCursor({ to: furthestOf(before, fallenFrom) });
  await updateOne(
    db,
    'till',
    { apoId, account },
    {
      cursor: formatCursor({ to: position }),
      cursorAt: at,
      fallenFrom: furthest,
      heldCursor: null,
      heldCount: null,
      heldDigest: null,
    },
  );
}

/** Where a till at `before` has been at most. */
export function furthestOf(before: Position, fallenFrom: string | null): Position {
  const fallen = storedPosition(fallenFrom);
  const isOfLists = fallen?.epoch === before.epoch && fallen.listApoId === before.listApoId;
  return isOfLists && reaches(fallen.versions, before.versions) ? fallen : before;
}

/** Null once `position` holds all that, or that is of other lists. */
export function stillFallen(fallenFrom: string | null, position: Position): string | null {
  return sameVersions(furthestOf(position, fallenFrom).versions, position.versions) ? null : fallenFrom;
}

type Loaded = {
  /** Undefined: never, or the list was exchanged. */
  readonly before: Position | undefined;
  readonly cursorAt: Date | null;
  readonly fallenFrom: string | null;
};

export async function readLoadedPosition(
  db: Queryable,
  { apoId, position }: TillPharmacy,
  account: TillAccount,
): Promise<Loaded> {
  const state = await readTillState(db, apoId, account);
  return {
    before: await currentPosition(db, state?.cursor ?? null, position),
    cursorAt: state?.cursorAt ?? null,
    fallenFrom: state?.fallenFrom ?? null,
  };
}
