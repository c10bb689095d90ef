import type { Queryable } from '../../db/database.ts';
import { createBoardMemory } from './board-memory.ts';
import { type Known, NOTHING_KNOWN, readChanged } from './changed-since.ts';
import type { Item } from './pieces.ts';
import { readOpenPackages } from './read-open-packages.ts';
import { type Card, readCards, readSuccessors, readSomeCards } from './read-pharmacies.ts';
import type { BoardPackage } from './show-pharmacy.ts';

export type Board = {
  /** Changes whenever anything of it does. */
  readonly key: string;
  /** Main pharmacies with their mirrors, by name. */
  readonly pharmacies: readonly Item[];
  /** Open packages, the most urgent first. */
  readonly packages: readonly BoardPackage[];
};

/** Beyond so many changed pharmacies it is quicker to read all. */
const MAX_NAMED_PHARMACIES = 2_000;
const FEW_NAMES = 4;

/** In memory, re-reading changes only (ADR 66). Rule 11.7. */
export function createStaffBoard(db: Queryable): () => Promise<Board> {
  const memory = createBoardMemory();
  let [knownCards, knownWork] = [NOTHING_KNOWN, NOTHING_KNOWN];
  let turn: Promise<unknown> = Promise.resolve();

  /** Versions first: newer rows are only read once more. */
  async function refresh(): Promise<Board> {
    const [cards, work] = await Promise.all([
      readChanged(db, 'pharmacy', knownCards),
      readChanged(db, 'open_work', knownWork),
    ]);
    if (cards.changed.size + work.changed.size > 0) {
      const [read, packages] = await Promise.all([
        readChangedCards(db, memory.seen(), cards),
        work.changed.size > 0 ? readOpenPackages(db, [...work.changed]) : [],
      ]);
      // Nothing below can fail and leave half of it changed.
      memory.change({ ...read, packages, changedCards: cards.changed, changedWork: work.changed });
    }
    [knownCards, knownWork] = [cards.known, work.known];
    const key = [knownCards, knownWork].map(({ total, versions }) => `${total}.${versions.size}`).join('.');
    return { key, ...memory.seen() };
  }

  return () => {
    // Serialized: later callers use what was read.
    const mine = turn.then(refresh);
    turn = mine.catch(() => undefined);
    return mine;
  };
}

type Read = { readonly cards: readonly Card[]; readonly order: readonly number[] };
type Seen = { readonly cards: ReadonlyMap<number, Card>; readonly order: readonly number[] };

/** Only the database knows the order of names. */
async function readChangedCards(
  db: Queryable,
  before: Seen,
  { changed, known }: { changed: ReadonlySet<number>; known: Known },
): Promise<Read> {
  if (changed.size === 0) return { cards: [], order: before.order };
  if (changed.size <= MAX_NAMED_PHARMACIES) {
    const cards = await readSomeCards(db, [...changed]);
    const names = new Map(cards.map(({ apoId, name }) => [apoId, name]));
    const moved = new Set([...changed].filter((apoId) => names.get(apoId) !== before.cards.get(apoId)?.name));
    const order = await placeAnew(db, before.order, moved, known);
    if (order) return { cards, order };
  }
  const all = await readCards(db);
  return { cards: all.filter(({ apoId }) => changed.has(apoId)), order: all.map(({ apoId }) => apoId) };
}

/** Undefined: all must be read. */
async function placeAnew(
  db: Queryable,
  before: readonly number[],
  moved: ReadonlySet<number>,
  { versions }: Known,
): Promise<readonly number[] | undefined> {
  if (moved.size === 0) return before;
  if (moved.size > FEW_NAMES) return undefined;
  const successors = await readSuccessors(db, [...moved]);
  const isKnown = successors.every(({ after, version }) => after === null || String(versions.get(after)) === version);
  if (!isKnown) return undefined;
  const behind = Map.groupBy(successors, ({ after }) => after);
  const order = (behind.get(null) ?? []).map(({ apoId }) => apoId);
  for (const apoId of before) {
    if (moved.has(apoId)) continue;
    order.push(apoId);
    for (const successor of behind.get(apoId) ?? []) order.push(successor.apoId);
  }
  return order;
}
