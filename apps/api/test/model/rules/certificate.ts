import { type Answer, copyOf, type Outcome } from '../outcome.ts';
import type { Person } from '../people.ts';
import { GROUPS, pharmacyOf, type Refused, type World } from '../state.ts';
import { type Delivery, nameIn } from './incoming.ts';

const FOREIGN_ROWS = 3;

/** Whether the certificate is yellow (rule 20.2): also for `references`. */
export const isDoubted = (world: World, delivery: Delivery): boolean =>
  isOfOthers(world, delivery) || isFarFromAvp(world, delivery);

/** Whether it seems to be of other articles (rule 20.22): `foreignRows` or `names`. */
export const isOfOthers = (world: World, delivery: Delivery): boolean =>
  hasForeign(world, delivery) || isRenamed(world, delivery);

const FRESH_ROWS = 5;

/** So many articles that the list has no AVP of cost less than 1/1.6 of theirs, or more than 1.6 times as much. */
function isFarFromAvp(world: World, delivery: Delivery): boolean {
  const { pharmacy, group, rows, avps } = delivery;
  const { items } = pharmacyOf(world, pharmacy).lists[group];
  const isFar = (pzn: string, price: number) => {
    const avp = avps[pzn] as number;
    return Math.max(avp, price) * 10 > Math.min(avp, price) * 16;
  };
  const fresh = Object.entries(rows).filter(([pzn]) => isTaken(world, delivery, pzn) && items[pzn]?.avp == null);
  return fresh.filter(([pzn, price]) => isFar(pzn, price)).length >= FRESH_ROWS;
}

function hasForeign(world: World, delivery: Delivery): boolean {
  const { group, rows } = delivery;
  const isForeign = (pzn: string) => {
    const listed = listOf(world, delivery, pzn);
    if (listed !== undefined && listed !== group) return true;
    const product = world.products[pzn];
    const told = product?.doubtful ? null : product?.group;
    return isTaken(world, delivery, pzn) && ![group, null, undefined].includes(told);
  };
  return Object.keys(rows).filter(isForeign).length >= FOREIGN_ROWS;
}

const listOf = (world: World, { pharmacy }: Delivery, pzn: string) =>
  GROUPS.find((each) => pzn in pharmacyOf(world, pharmacy).lists[each].items);

/** Rule 6.3: an MDP brings no article to a list. */
function isTaken(world: World, delivery: Delivery, pzn: string): boolean {
  const listed = listOf(world, delivery, pzn);
  return listed === delivery.group || (listed === undefined && delivery.kind !== 'MDP');
}

const OTHER_NAMES = 10;

function isRenamed({ products }: World, delivery: Delivery): boolean {
  const others = Object.keys(delivery.rows).filter((pzn) => {
    const product = products[pzn];
    return product && !product.doubtful && product.name !== nameIn(delivery, pzn);
  });
  return others.length >= OTHER_NAMES;
}

const FACTS = 10;

/** Whether ten rows, and half of those that can be compared, cost ten times what the list says (rule 20.10). */
export function isRed(world: World, { pharmacy, group, rows }: Delivery): boolean {
  const { items } = pharmacyOf(world, pharmacy).lists[group];
  const compared = Object.entries(rows).filter(([pzn]) => items[pzn]?.calculated);
  const tenfold = compared.filter(([pzn, price]) => price === (items[pzn]?.calculated ?? 0) * 10);
  return tenfold.length >= FACTS && tenfold.length * 2 >= compared.length;
}

/** Rule 20.11: no package, nothing is replaced; what was undecided is closed (rule 20.13). */
export function refuseRed(world: World, person: Person, delivery: Delivery): Outcome {
  const next = copyOf(world);
  closeUndecided(next, delivery);
  const { pharmacy, kind, group, file, rows, avps, product, reset } = delivery;
  next.refused.push({
    id: 0,
    pharmacy,
    state: 'open',
    arrivedAt: world.now,
    byEngine: person.who === 'engine',
    delivery: { kind, group, file, rows, avps, product, reset },
  });
  return {
    status: 422,
    next,
    check: isState('open'),
    learn({ body }, learned) {
      const last = learned.refused.at(-1);
      if (last) last.id = Number((body.delivery as { id: number } | undefined)?.id);
    },
  };
}

export const isState =
  (state: Refused['state']) =>
  ({ delivery }: Answer['body']): string[] => {
    const found = (delivery as { state?: string } | undefined)?.state;
    return found === state ? [] : [`delivery: expected ${state}, found ${found}`];
  };

export function closeUndecided(world: World, { pharmacy, kind, group }: Pick<Delivery, 'pharmacy' | 'kind' | 'group'>) {
  for (const one of world.refused)
    if (one.pharmacy === pharmacy && one.state === 'open' && one.delivery.kind === kind && one.delivery.group === group)
      one.state = 'closed';
}
