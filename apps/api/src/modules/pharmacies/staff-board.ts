import type { OpenPackage, Pharmacy } from '@portal/contracts';
import { PHARMACY_ACTIVE, shownDeadline } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { heldOf } from '../../db/held-package.ts';
import { type Known, NOTHING_KNOWN, readChanged } from './changed-since.ts';
import { readOpenPackages, type StoredPackage } from './read-open-packages.ts';
import { type Card, readCards, readSomeCards } from './read-pharmacies.ts';

/** What staff see of all pharmacies, as the JSON it is sent as. */
export type Board = {
  /** Changes whenever anything of it does. */
  readonly key: string;
  /** Main pharmacies with their mirrors, by name. */
  readonly pharmacies: readonly string[];
  /** Open packages, the most urgent first. */
  readonly packages: readonly BoardPackage[];
};
export type BoardPackage = {
  readonly id: number;
  readonly apoId: number;
  /** The moment that is stored, in ms, by which the list is sorted. */
  readonly dueAt: number | null;
  /** The same, null where the clock passes the package over. */
  readonly actsAt: number | null;
  readonly createdAt: number;
  /** Without `overdue`, which depends on the time of day, and without the closing brace. */
  readonly text: string;
};

/** A main pharmacy with its mirrors, and their own JSON that it was put together from. */
type Entry = { readonly text: string; readonly parts: readonly string[] };

type State = Board & {
  /** By name. */
  readonly cards: readonly Card[];
  readonly knownCards: Known;
  readonly knownWork: Known;
  /** By pharmacy. */
  readonly stored: ReadonlyMap<number, readonly StoredPackage[]>;
  /** Each pharmacy's own JSON. */
  readonly texts: ReadonlyMap<number, string>;
  /** By main pharmacy. */
  readonly entries: ReadonlyMap<number, Entry>;
};

const EMPTY: State = {
  key: '',
  pharmacies: [],
  packages: [],
  cards: [],
  knownCards: NOTHING_KNOWN,
  knownWork: NOTHING_KNOWN,
  stored: new Map(),
  texts: new Map(),
  entries: new Map(),
};

/** Beyond so many changed pharmacies it is quicker to read all. */
const FEW = 2_000;

/**
 * Keeps what staff see of all pharmacies in memory and reads again what has changed, each time before it is used
 * (docs/adr/0066-what-staff-see-of-all-pharmacies.md). Kept: about 1.5 KB a pharmacy.
 * @returns a function that gives the board as it is now
 */
export function createStaffBoard(db: Queryable): () => Promise<Board> {
  let state = EMPTY;
  let turn: Promise<unknown> = Promise.resolve();
  return () => {
    // One after the other; whoever asks later finds what was read for the one before.
    const mine = turn.then(async () => {
      state = await refresh(db, state);
      return state;
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
}

/** Versions are read before what they stand for: what is newer by then is only read once more the next time. */
async function refresh(db: Queryable, before: State): Promise<State> {
  const [cards, work] = await Promise.all([
    readChanged(db, 'pharmacy', before.knownCards),
    readChanged(db, 'open_work', before.knownWork),
  ]);
  const known = { knownCards: cards.known, knownWork: work.known };
  if (cards.changed.size + work.changed.size === 0) return { ...before, ...known };
  const [read, stored] = await Promise.all([
    readChangedCards(db, before.cards, cards.changed),
    restore(db, before.stored, work.changed),
  ]);
  const key = `${cards.known.total}.${cards.known.versions.size}.${work.known.total}.${work.known.versions.size}`;
  const isAsBefore = ({ apoId, parentPharmacy }: Card) =>
    !cards.changed.has(apoId) && !work.changed.has(apoId) && !work.changed.has(parentPharmacy ?? apoId);
  return { ...known, key, cards: read, stored, ...show(read, stored, before, isAsBefore) };
}

/** Only the database knows the order of names, so all are read where one is new, gone or has another name. */
async function readChangedCards(
  db: Queryable,
  before: readonly Card[],
  changed: ReadonlySet<number>,
): Promise<readonly Card[]> {
  if (changed.size === 0) return before;
  if (changed.size > FEW) return readCards(db);
  const read = new Map((await readSomeCards(db, [...changed])).map((card) => [card.apoId, card]));
  const inPlace = before.filter(({ apoId, name }) => changed.has(apoId) && read.get(apoId)?.name === name);
  return inPlace.length === changed.size ? before.map((card) => read.get(card.apoId) ?? card) : readCards(db);
}

async function restore(db: Queryable, before: State['stored'], changed: ReadonlySet<number>): Promise<State['stored']> {
  if (changed.size === 0) return before;
  const stored = new Map(before);
  const packages = (await readOpenPackages(db, [...changed])).filter(({ apoId }) => changed.has(apoId));
  for (const apoId of changed) stored.delete(apoId);
  for (const one of packages) stored.set(one.apoId, [...(stored.get(one.apoId) ?? []), one]);
  return stored;
}

/** Writes what changed anew, and puts it among the rest. */
function show(
  cards: readonly Card[],
  stored: State['stored'],
  before: State,
  isAsBefore: (card: Card) => boolean,
): Pick<State, 'pharmacies' | 'packages' | 'texts' | 'entries'> {
  const texts = new Map<number, string>();
  const mirrors = new Map<number, string[]>();
  const stale = new Set<number>();
  const written: BoardPackage[] = [];
  for (const card of cards) {
    const { apoId, parentPharmacy } = card;
    const kept = isAsBefore(card) ? before.texts.get(apoId) : undefined;
    const text = kept ?? JSON.stringify(withWork(card, stored.get(parentPharmacy ?? apoId) ?? []));
    texts.set(apoId, text);
    if (kept === undefined) {
      stale.add(apoId);
      for (const one of stored.get(apoId) ?? []) written.push(packageOf(card, one));
    }
    if (parentPharmacy !== null) {
      const siblings = mirrors.get(parentPharmacy);
      if (siblings) siblings.push(text);
      else mirrors.set(parentPharmacy, [text]);
    }
  }
  const entries = new Map<number, Entry>();
  for (const { apoId, parentPharmacy } of cards) {
    if (parentPharmacy !== null) continue;
    const parts = [texts.get(apoId) as string, ...(mirrors.get(apoId) ?? [])];
    entries.set(apoId, entryOf(parts, before.entries.get(apoId)));
  }
  const rest = before.packages.filter(({ apoId }) => texts.has(apoId) && !stale.has(apoId));
  const packages = merge(rest, written.sort(byUrgency));
  return { pharmacies: Array.from(entries.values(), ({ text }) => text), packages, texts, entries };
}

/** The entry as it was where it is made of the same parts. */
function entryOf(parts: readonly string[], before: Entry | undefined): Entry {
  if (before?.parts.length === parts.length && parts.every((part, index) => part === before.parts[index])) {
    return before;
  }
  const [own = '', ...mirrors] = parts;
  return { text: `${own.slice(0, -1)},"pharmacies":[${mirrors.join()}]}`, parts };
}

/** Both by urgency, and together again, without sorting those that were sorted already. */
function merge(rest: readonly BoardPackage[], written: readonly BoardPackage[]): readonly BoardPackage[] {
  if (written.length === 0) return rest;
  const all: BoardPackage[] = [];
  let next = 0;
  for (const one of rest) {
    for (let other = written[next]; other && byUrgency(other, one) < 0; other = written[++next]) all.push(other);
    all.push(one);
  }
  return [...all, ...written.slice(next)];
}

/** Those without a time last. */
function byUrgency(a: BoardPackage, b: BoardPackage): number {
  const due = (one: BoardPackage) => one.dueAt ?? Number.MAX_SAFE_INTEGER;
  return due(a) - due(b) || a.createdAt - b.createdAt || a.id - b.id;
}

function withWork(card: Card, packages: readonly StoredPackage[]): Pharmacy {
  const of = (kind: StoredPackage['kind']) => packages.filter((one) => one.kind === kind);
  const since = (some: readonly StoredPackage[]) =>
    some.length === 0 ? null : new Date(Math.min(...some.map(({ createdAt }) => createdAt.getTime()))).toISOString();
  const [mdp, qdp, lzd] = [of('MDP'), of('QDP'), of('LZD')];
  return {
    ...card,
    mdpCount: mdp.length,
    qdpCount: qdp.length,
    lzdCount: lzd.length,
    lzdActiveCount: lzd.filter(({ released }) => released).length,
    mdpSince: since(mdp),
    qdpSince: since(qdp),
    lzdSince: since(lzd),
  };
}

function packageOf({ crmCompanyId, token, name, city, active }: Card, stored: StoredPackage): BoardPackage {
  const { id, apoId, kind, productGroup, itemCount, createdAt, autoActionAt, released } = stored;
  const deadline = shownDeadline(stored, active);
  const shown: Omit<OpenPackage, 'overdue'> = {
    id,
    kind,
    productGroup,
    apoId,
    crmCompanyId,
    token,
    pharmacy: name,
    city,
    itemCount,
    createdAt: createdAt.toISOString(),
    deadline: deadline && { ...deadline, at: deadline.at.toISOString() },
    held: heldOf(stored),
    locked: !released,
    cancelled: active === PHARMACY_ACTIVE.cancelled,
  };
  return {
    id,
    apoId,
    dueAt: autoActionAt?.getTime() ?? null,
    actsAt: shown.cancelled ? null : (autoActionAt?.getTime() ?? null),
    createdAt: createdAt.getTime(),
    text: JSON.stringify(shown).slice(0, -1),
  };
}
