import type { StoredPackage } from './read-open-packages.ts';
import type { Card } from './read-pharmacies.ts';
import { type BoardPackage, byUrgency, type Entry, entryOf, merge, packageOf, withWork } from './show-pharmacy.ts';

/** What has been read. */
type Change = {
  /** Those of `changedCards` that there are. */
  readonly cards: readonly Card[];
  /** All pharmacies by name. */
  readonly order: readonly number[];
  readonly changedCards: ReadonlySet<number>;
  readonly packages: readonly StoredPackage[];
  /** Pharmacies whose open packages are all in `packages`. */
  readonly changedWork: ReadonlySet<number>;
};

/** About 2.5 KB a pharmacy. */
export function createBoardMemory() {
  const cards = new Map<number, Card>();
  const stored = new Map<number, StoredPackage[]>();
  /** Each pharmacy's own JSON. */
  const texts = new Map<number, string>();
  /** By main pharmacy. */
  const entries = new Map<number, Entry>();
  let order: readonly number[] = [];
  /** The mirrors of each main pharmacy, all by name. */
  let families: ReadonlyMap<number, readonly number[]> = new Map();
  let pharmacies: readonly Entry[] = [];
  let packages: readonly BoardPackage[] = [];

  /** @returns the main pharmacies whose families may be others now */
  function keepCards(read: readonly Card[], changed: ReadonlySet<number>): Set<number> {
    const before = Array.from(changed, mainOf);
    for (const apoId of changed) cards.delete(apoId);
    for (const card of read) cards.set(card.apoId, card);
    for (const apoId of changed) if (!cards.has(apoId)) texts.delete(apoId);
    return new Set([...before, ...Array.from(changed, mainOf), ...changed]);
  }
  function mainOf(apoId: number): number {
    return cards.get(apoId)?.parentPharmacy ?? apoId;
  }

  function keepPackages(read: readonly StoredPackage[], changed: ReadonlySet<number>): void {
    for (const apoId of changed) stored.delete(apoId);
    for (const one of read) {
      if (!changed.has(one.apoId)) continue;
      const others = stored.get(one.apoId);
      if (others) others.push(one);
      else stored.set(one.apoId, [one]);
    }
  }

  /** The changed pharmacies, and the mirrors that show their packages and deadlines. */
  function concerned(changedCards: ReadonlySet<number>, changedWork: ReadonlySet<number>): Set<number> {
    const changed = [...changedCards, ...changedWork];
    const mirrors = changed.flatMap((apoId) => families.get(apoId) ?? []);
    return new Set([...changed, ...mirrors].filter((apoId) => cards.has(apoId)));
  }

  function write(stale: ReadonlySet<number>): void {
    const written: BoardPackage[] = [];
    for (const apoId of stale) {
      const card = cards.get(apoId) as Card;
      const list = card.parentPharmacy ?? apoId;
      const { active } = cards.get(list) ?? card;
      texts.set(apoId, JSON.stringify(withWork(card, stored.get(list) ?? [], active)));
      for (const one of stored.get(apoId) ?? []) written.push(packageOf(card, one));
    }
    const rest = packages.filter(({ apoId }) => cards.has(apoId) && !stale.has(apoId));
    packages = merge(rest, written.sort(byUrgency));
  }

  function putTogether(mains: Iterable<number>): void {
    const textOf = (apoId: number) => texts.get(apoId) as string;
    for (const apoId of mains) {
      const mirrors = families.get(apoId);
      if (!mirrors) entries.delete(apoId);
      else entries.set(apoId, entryOf(apoId, [textOf(apoId), ...mirrors.map(textOf)], entries.get(apoId)));
    }
    pharmacies = Array.from(families.keys(), (apoId) => entries.get(apoId) as Entry);
  }

  return {
    seen: () => ({ cards, order, pharmacies, packages }),

    change({ cards: read, order: newOrder, changedCards, packages: open, changedWork }: Change): void {
      const isSame = newOrder === order && changedCards.size === 0;
      const there = newOrder === order ? undefined : new Set(newOrder);
      // Rows missing from the order were deleted after the versions were read.
      const gone = there ? [...cards.keys()].filter((apoId) => !there.has(apoId)) : [];
      const found = there ? read.filter(({ apoId }) => there.has(apoId)) : read;
      const changed = new Set([...changedCards, ...gone]);
      const mains = keepCards(found, changed);
      keepPackages(open, changedWork);
      if (!isSame) {
        order = there ? newOrder.filter((apoId) => cards.has(apoId)) : order;
        families = familiesOf(order, cards);
      }
      const stale = concerned(changed, changedWork);
      write(stale);
      putTogether(new Set([...mains, ...Array.from(stale, mainOf)]));
    },
  };
}

/** Main pharmacies with their mirrors, both in the given order. */
function familiesOf(order: readonly number[], cards: ReadonlyMap<number, Card>): Map<number, number[]> {
  const families = new Map<number, number[]>();
  for (const apoId of order) if (cards.get(apoId)?.parentPharmacy === null) families.set(apoId, []);
  for (const apoId of order) families.get(cards.get(apoId)?.parentPharmacy ?? 0)?.push(apoId);
  return families;
}
