import type { OpenPackage, Pharmacy } from '@portal/contracts';
import { PHARMACY_ACTIVE, shownDeadline } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { heldOf } from '../../db/held-package.ts';
import { type Known, NOTHING_KNOWN, readChanged } from './changed-since.ts';
import { readOpenPackages, type StoredPackage } from './read-open-packages.ts';
import { type Card, readCards } from './read-pharmacies.ts';

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
  /** The moment that is stored, in ms, by which the list is sorted. */
  readonly dueAt: number | null;
  /** The same, null where the clock passes the package over. */
  readonly actsAt: number | null;
  readonly createdAt: number;
  /** Without `overdue`, which depends on the time of day, and without the closing brace. */
  readonly text: string;
};

type State = Board & {
  readonly cards: readonly Card[];
  readonly knownCards: Known;
  readonly knownWork: Known;
  /** By pharmacy. */
  readonly stored: ReadonlyMap<number, readonly StoredPackage[]>;
  /** Each pharmacy's own JSON. */
  readonly texts: ReadonlyMap<number, string>;
  /** By pharmacy. */
  readonly shown: ReadonlyMap<number, readonly BoardPackage[]>;
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
  shown: new Map(),
};

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
  const now = {
    ...known,
    key: `${cards.known.total}.${cards.known.versions.size}.${work.known.total}.${work.known.versions.size}`,
    cards: cards.changed.size > 0 ? await readCards(db) : before.cards,
    stored: await restore(db, before.stored, work.changed),
  };
  const isAsBefore = ({ apoId, parentPharmacy }: Card) =>
    !cards.changed.has(apoId) && !work.changed.has(parentPharmacy ?? apoId);
  return { ...now, ...show(now.cards, now.stored, before, isAsBefore) };
}

async function restore(db: Queryable, before: State['stored'], changed: ReadonlySet<number>): Promise<State['stored']> {
  if (changed.size === 0) return before;
  const stored = new Map(before);
  const packages = (await readOpenPackages(db, [...changed])).filter(({ apoId }) => changed.has(apoId));
  for (const apoId of changed) stored.delete(apoId);
  for (const one of packages) stored.set(one.apoId, [...(stored.get(one.apoId) ?? []), one]);
  return stored;
}

/** Writes what changed anew, and puts it together with the rest. */
function show(
  cards: readonly Card[],
  stored: State['stored'],
  before: State,
  isAsBefore: (card: Card) => boolean,
): Pick<State, 'pharmacies' | 'packages' | 'texts' | 'shown'> {
  const texts = new Map<number, string>();
  const shown = new Map<number, readonly BoardPackage[]>();
  const mirrors = new Map<number, string[]>();
  for (const card of cards) {
    const kept = isAsBefore(card) ? before.texts.get(card.apoId) : undefined;
    const text = kept ?? JSON.stringify(withWork(card, stored.get(card.parentPharmacy ?? card.apoId) ?? []));
    texts.set(card.apoId, text);
    const own = kept === undefined ? undefined : before.shown.get(card.apoId);
    shown.set(card.apoId, own ?? (stored.get(card.apoId) ?? []).map((one) => packageOf(card, one)));
    if (card.parentPharmacy !== null) {
      const siblings = mirrors.get(card.parentPharmacy);
      if (siblings) siblings.push(text);
      else mirrors.set(card.parentPharmacy, [text]);
    }
  }
  const pharmacies = cards
    .filter(({ parentPharmacy }) => parentPharmacy === null)
    .map(({ apoId }) => `${texts.get(apoId)?.slice(0, -1)},"pharmacies":[${(mirrors.get(apoId) ?? []).join()}]}`);
  return { pharmacies, packages: [...shown.values()].flat().sort(byUrgency), texts, shown };
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
    dueAt: autoActionAt?.getTime() ?? null,
    actsAt: shown.cancelled ? null : (autoActionAt?.getTime() ?? null),
    createdAt: createdAt.getTime(),
    text: JSON.stringify(shown).slice(0, -1),
  };
}
