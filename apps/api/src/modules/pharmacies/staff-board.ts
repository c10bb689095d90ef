import type { Queryable } from '../../db/database.ts';
import { createBoardMemory } from './board-memory.ts';
import { type Known, NOTHING_KNOWN, readChanged } from './changed-since.ts';
import type { Item } from './pieces.ts';
import { readOpenPackages } from './read-open-packages.ts';
import { type Card, readCards, readPlaces, readSomeCards } from './read-pharmacies.ts';
import type { BoardPackage } from './show-pharmacy.ts';

/** What staff see of all pharmacies, as the JSON it is sent as. */
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
/** Beyond so many other names it is quicker to have the database sort all: each is compared with all names. */
const FEW_NAMES = 4;

/**
 * Keeps what staff see of all pharmacies in memory and reads again what has changed, each time before it is used (ADR 66, rule 11.7).
 * @returns a function that gives the board as it is now
 */
export function createStaffBoard(db: Queryable): () => Promise<Board> {
  const memory = createBoardMemory();
  let [knownCards, knownWork] = [NOTHING_KNOWN, NOTHING_KNOWN];
  let turn: Promise<unknown> = Promise.resolve();

  /** Versions are read before what they stand for: what is newer by then is only read once more the next time. */
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
      // Everything is there: nothing can fail any more that would leave half of it changed.
      memory.change({ ...read, packages, changedCards: cards.changed, changedWork: work.changed });
    }
    [knownCards, knownWork] = [cards.known, work.known];
    const key = [knownCards, knownWork].map(({ total, versions }) => `${total}.${versions.size}`).join('.');
    return { key, ...memory.seen() };
  }

  return () => {
    // One after the other; whoever asks later finds what was read for the one before.
    const mine = turn.then(refresh);
    turn = mine.catch(() => undefined);
    return mine;
  };
}

type Read = { readonly cards: readonly Card[]; readonly order: readonly number[] };
type Seen = { readonly cards: ReadonlyMap<number, Card>; readonly order: readonly number[] };

/** The changed pharmacies, and all by name. Only the database knows the order of names. */
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

/** Puts pharmacies that are new or have another name in their places, and takes those out that are gone; undefined where all have to be read. */
async function placeAnew(
  db: Queryable,
  before: readonly number[],
  moved: ReadonlySet<number>,
  { versions }: Known,
): Promise<readonly number[] | undefined> {
  if (moved.size === 0) return before;
  if (moved.size > FEW_NAMES) return undefined;
  const places = await readPlaces(db, [...moved]);
  // The one before it may itself have got another name meanwhile: where that one stands here says nothing then.
  const isKnown = places.every(({ after, version }) => after === null || String(versions.get(after)) === version);
  if (!isKnown) return undefined;
  const behind = Map.groupBy(places, ({ after }) => after);
  const order = (behind.get(null) ?? []).map(({ apoId }) => apoId);
  for (const apoId of before) {
    if (moved.has(apoId)) continue;
    order.push(apoId);
    for (const place of behind.get(apoId) ?? []) order.push(place.apoId);
  }
  return order;
}
