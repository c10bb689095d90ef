import type { BerlinDay, ProductGroup, UpdateKind } from '@portal/rules';
import { AUTHORS, type DemoAuthor } from './authors.ts';
import { berlinMoment } from './calendar.ts';
import { type DemoItem, type DemoPriceState, earlierState } from './lists.ts';
import { approvedItem } from './package-items.ts';
import { approvedPackage, type DemoPackage } from './packages.ts';
import type { Random } from './random.ts';

/** A row of the table price_change. */
export interface DemoChange {
  item: DemoItem;
  before: DemoPriceState | null;
  after: DemoPriceState;
}

/** A row of the table history_entry with the changes it logs. Its id is given when all entries are known. */
export interface DemoEvent {
  id: number;
  apoId: number;
  group: ProductGroup;
  createdAt: Date;
  event: string;
  author: DemoAuthor;
  package: DemoPackage | null;
  listVersion: number;
  changes: DemoChange[];
}

const APPROVALS: Record<UpdateKind, string> = {
  LZD: 'Erstberechnung freigegeben',
  MDP: 'Monatsupdate freigegeben',
  QDP: 'Quartalsupdate freigegeben',
};

/** What happened on each change date: first the first calculation, then monthly updates, between them other writes. */
function kindOf(dates: readonly BerlinDay[], index: number): UpdateKind | null {
  if (index === 0) return 'LZD';
  const date = dates[index];
  if (date?.day !== 15) return 'MDP';
  return dates.findIndex(({ day }, at) => at > 0 && day === 15) === index ? 'QDP' : null;
}

/** The version that a list got on one of the change dates. */
export function versionOf(index: number): number {
  return index + 1;
}

/** The moment at which a group's list changed on one of the change dates. */
export function changeInstant(date: BerlinDay, apoId: number, groupIndex: number): Date {
  return berlinMoment(date, date.day === 15 ? 14 : 9, 5 + groupIndex * 12 + (apoId % 10));
}

/**
 * The past of a list: chains of one to four price changes for a share of its rows, each ending in the row as it
 * stands, and the approved packages and saves that they belong to.
 */
export function createPast(
  random: Random,
  list: { apoId: number; group: ProductGroup; items: readonly DemoItem[]; instants: readonly Date[] },
  dates: readonly BerlinDay[],
  share: number,
  authors: readonly DemoAuthor[],
): DemoEvent[] {
  const changes: DemoChange[][] = dates.map(() => []);
  for (const item of list.items) if (random.chance(share)) addChain(random, item, changes);
  return changes.flatMap((changed, index): DemoEvent[] => {
    const createdAt = list.instants[index];
    const kind = kindOf(dates, index);
    if (!createdAt || changed.length === 0) return [];
    const author = kind === 'MDP' && random.chance(0.3) ? AUTHORS.system : random.pick(authors);
    const listVersion = versionOf(index);
    const entry = { id: 0, apoId: list.apoId, group: list.group, createdAt, author, listVersion, changes: changed };
    if (!kind) return [{ ...entry, event: 'Preisliste gespeichert', package: null }];
    const items = changed.map(({ item, before, after }) => ({
      ...approvedItem(kind, item, before, after, author.name),
      outcome: { item, before, beforeChangedAt: list.instants[0] ?? createdAt, after },
    }));
    const head = { kind, apoId: list.apoId, group: list.group, items };
    return [
      {
        ...entry,
        event: APPROVALS[kind],
        package: approvedPackage(head, { at: createdAt, approver: author.name, listVersion }),
      },
    ];
  });
}

function addChain(random: Random, item: DemoItem, changes: DemoChange[][]): void {
  let after: DemoPriceState = item;
  let before = item.before;
  let on = item.changedOn;
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    changes[on]?.push({ item, before, after });
    if (on === 0 || before === null) return;
    on = random.int(0, on - 1);
    after = before;
    before = on === 0 ? null : earlierState(random, after);
  }
}
