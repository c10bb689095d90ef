import type { Queryable } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { formatCursor, parseCursor, type Position, reaches, sameVersions } from './cursor.ts';
import { isCurrent } from './is-current.ts';
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
  const cursor = fallenFrom === null ? undefined : parseCursor(fallenFrom);
  if (!cursor || cursor === 'former') return before;
  const isOfLists = cursor.to.epoch === before.epoch && cursor.to.listApoId === before.listApoId;
  return isOfLists && reaches(cursor.to.versions, before.versions) ? cursor.to : before;
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
  const cursor = state?.cursor ? parseCursor(state.cursor) : undefined;
  const isKnown = cursor && cursor !== 'former' && (await isCurrent(db, cursor.to, position));
  return {
    before: isKnown ? cursor.to : undefined,
    cursorAt: state?.cursorAt ?? null,
    fallenFrom: state?.fallenFrom ?? null,
  };
}
