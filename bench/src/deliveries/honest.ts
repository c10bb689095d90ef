import type { UpdateKind } from '@portal/rules';
import { arrive, type Outcome } from './arrive.ts';
import { calculate, type Said, tableOf } from './engine.ts';
import { type Age, createWorld, ofMonth, quarter, recalculation, type World } from './past.ts';
import { assortment, campaign, campaignEnds, january, opening, producer, repair, rise, vatLaw } from './stories.ts';
import { textOf } from './table.ts';

/** An honest delivery: what it is, how often it is tried, and whether a reader would be surprised by it. */
export type Story = {
  readonly name: string;
  readonly kind: UpdateKind;
  readonly age?: Age;
  readonly traits?: Parameters<typeof createWorld>[2];
  readonly times: number;
  readonly isOrdinary: boolean;
  /** Deliveries that only this story has, and what the file says. */
  readonly tell: (world: World) => Said[] | Promise<Said[]>;
};

const WHOLE = { style: 'whole' } as const;
const CHANGES = { style: 'changes' } as const;
const BELOW_AEP = { belowAep: 0.6 } as const;

export const STORIES: readonly Story[] = [
  {
    name: 'month, whole list',
    kind: 'MDP',
    traits: WHOLE,
    times: 50,
    isOrdinary: true,
    tell: (world) => ofMonth(world),
  },
  {
    name: 'month, changes',
    kind: 'MDP',
    traits: CHANGES,
    times: 50,
    isOrdinary: true,
    tell: (world) => ofMonth(world),
  },
  {
    name: 'small month, a third of the usual changes',
    kind: 'MDP',
    traits: CHANGES,
    times: 30,
    isOrdinary: true,
    tell: (world) => ofMonth(world, world.pharmacy.traits.activity / 3),
  },
  {
    name: 'month, prices below listed AEP',
    kind: 'MDP',
    traits: BELOW_AEP,
    times: 15,
    isOrdinary: true,
    tell: (world) => ofMonth(world),
  },
  {
    name: 'January, a third of the producers raise by 3 to 6 %',
    kind: 'MDP',
    times: 20,
    isOrdinary: true,
    tell: january,
  },
  {
    name: 'month of a new pharmacy',
    kind: 'MDP',
    age: 'new',
    times: 20,
    isOrdinary: true,
    tell: (world) => ofMonth(world),
  },
  { name: 'quarter', kind: 'QDP', times: 35, isOrdinary: true, tell: (world) => quarter(world) },
  {
    name: 'quarter of a new pharmacy',
    kind: 'QDP',
    age: 'new',
    times: 10,
    isOrdinary: true,
    tell: (world) => quarter(world),
  },
  { name: 'recalculation', kind: 'LZD', times: 30, isOrdinary: true, tell: (world) => recalculation(world) },
  {
    name: 'recalculation, prices below listed AEP',
    kind: 'LZD',
    traits: BELOW_AEP,
    times: 10,
    isOrdinary: true,
    tell: (world) => recalculation(world),
  },
  { name: 'first calculation', kind: 'LZD', age: 'empty', times: 20, isOrdinary: true, tell: opening },
  {
    name: 'first calculation, prices below listed AEP',
    kind: 'LZD',
    age: 'empty',
    traits: BELOW_AEP,
    times: 10,
    isOrdinary: false,
    tell: opening,
  },
  {
    name: 'campaign, half of the list −10 %',
    kind: 'MDP',
    times: 15,
    isOrdinary: false,
    tell: (world) => campaign(world),
  },
  { name: 'end of a campaign', kind: 'MDP', times: 10, isOrdinary: false, tell: campaignEnds },
  {
    name: 'a producer +19 %, AVP too, 12 to 15 rows',
    kind: 'MDP',
    times: 10,
    isOrdinary: false,
    tell: (world) => producer(world, 1.19),
  },
  {
    name: 'a producer −16 %, AVP too, 12 to 15 rows',
    kind: 'MDP',
    times: 10,
    isOrdinary: false,
    tell: (world) => producer(world, 1 / 1.19),
  },
  { name: 'VAT law, 19 to 16 and 7 to 5 %', kind: 'MDP', times: 10, isOrdinary: false, tell: vatLaw },
  {
    name: 'season, four times the usual new articles',
    kind: 'QDP',
    times: 10,
    isOrdinary: false,
    tell: (world) => quarter(world, world.random.int(500, 900)),
  },
  { name: 'other assortment, 40 % of the list', kind: 'LZD', times: 10, isOrdinary: false, tell: assortment },
  { name: 'general rise of 6 %', kind: 'LZD', times: 10, isOrdinary: false, tell: (world) => rise(world, 1.06) },
  { name: 'repair of prices without VAT that were taken in', kind: 'MDP', times: 10, isOrdinary: false, tell: repair },
  {
    name: 'whole list for once',
    kind: 'MDP',
    traits: CHANGES,
    times: 5,
    isOrdinary: false,
    tell: ({ pharmacy, random }) => calculate(pharmacy, random),
  },
];

export async function tellStory(story: Story, seed: number): Promise<Outcome> {
  const world = await createWorld(seed, story.age ?? 'year', story.traits ?? {});
  const said = await story.tell(world);
  const { pharmacy, pasts, random } = world;
  return arrive(
    pharmacy,
    story.kind,
    Buffer.from(textOf(tableOf(story.kind, pharmacy, said, random))),
    pasts[story.kind],
  );
}
