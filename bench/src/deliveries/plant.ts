import { createRandom, sampleIndexes } from '@portal/dev/demo/random.ts';
import type { Cents, UpdateKind } from '@portal/rules';
import { arrive, type Outcome } from './arrive.ts';
import { tableOf } from './engine.ts';
import { type Fault, faultsOf } from './faults/index.ts';
import { type Age, createWorld, first, ofMonth, quarter, recalculation, type World } from './past.ts';
import { markedRows } from './row-review.ts';
import { cloneTable, type Line, type Table, textOf } from './table.ts';

export type Setting = {
  readonly name: string;
  readonly kind: UpdateKind;
  readonly age: Age;
  readonly style?: 'whole' | 'changes';
  readonly master?: 'empty';
};
export const SETTINGS: readonly Setting[] = [
  { name: 'MDP whole list', kind: 'MDP', age: 'year', style: 'whole' },
  { name: 'MDP changes', kind: 'MDP', age: 'year', style: 'changes' },
  { name: 'MDP new pharmacy', kind: 'MDP', age: 'new' },
  { name: 'QDP', kind: 'QDP', age: 'year' },
  { name: 'QDP new pharmacy', kind: 'QDP', age: 'new' },
  { name: 'LZD', kind: 'LZD', age: 'year' },
  { name: 'LZD first', kind: 'LZD', age: 'empty' },
  { name: 'LZD first, empty master', kind: 'LZD', age: 'empty', master: 'empty' },
];
export const SHARES = { all: 1, half: 0.5, tenth: 0.1 } as const;
export type Strength = keyof typeof SHARES;

/** One file with a fault, of a kind of packages, in a strength and by a seed. */
export type Planted = {
  readonly fault: string;
  readonly strength: Strength;
  readonly colour: Outcome['colour'];
  readonly by: readonly string[];
  readonly isCaught: boolean;
  /** By nothing but how many prices change. */
  readonly isByCount: boolean;
  /** Rows with a false price; those of green deliveries; and those of them that the review of rows leaves unmarked. */
  readonly falseRows: number;
  readonly green: number;
  readonly unmarked: number;
};

/** Every fault in every strength, in the same honest delivery of the same pharmacy. */
export async function plantAll(setting: Setting, seed: number): Promise<{ honest: Outcome; planted: Planted[] }> {
  const { kind, age, master } = setting;
  const style = setting.style ?? (seed % 2 === 0 ? 'whole' : 'changes');
  const world = await createWorld(seed, age, { style, ...(master && { master }) });
  const table = tableOf(kind, world.pharmacy, saidOf(kind, age, world), world.random);
  const arriving = (spoilt: Table) => arrive(world.pharmacy, kind, Buffer.from(textOf(spoilt)), world.pasts[kind]);
  const honest = await arriving(table);
  const right = new Map(table.lines.map(({ article, price }) => [article.product.pzn, price]));
  const planted: Planted[] = [];
  for (const [index, fault] of faultsOf(kind, age).entries())
    for (const strength of Object.keys(SHARES) as Strength[]) {
      const spoilt = spoil(table, fault, strength, seed * 1009 + index, world);
      planted.push(judge(fault, strength, await arriving(spoilt), honest, right, world));
    }
  return { honest, planted };
}

function saidOf(kind: UpdateKind, age: Age, world: World) {
  if (age === 'empty') return first(world, world.random.int(600, 1200));
  if (kind === 'MDP') return ofMonth(world, 0.3);
  return kind === 'QDP' ? quarter(world, world.random.int(80, 600)) : recalculation(world);
}

function spoil(table: Table, fault: Fault, strength: Strength, seed: number, { pharmacy }: World): Table {
  const random = createRandom(seed);
  const spoilt = cloneTable(table);
  const { lines } = spoilt;
  const count = Math.max(3, Math.round(lines.length * SHARES[strength]));
  const start = random.int(0, Math.max(0, lines.length - count));
  const chosen = new Set(sampleIndexes(random, lines.length, count));
  const concerned: Line[] = fault.isBlock ? lines.slice(start, start + count) : lines.filter((_, at) => chosen.has(at));
  fault.spoil(concerned, { table: spoilt, random, pharmacy });
  return spoilt;
}

function judge(
  fault: Fault,
  strength: Strength,
  outcome: Outcome,
  honest: Outcome,
  right: ReadonlyMap<string, Cents>,
  { pharmacy }: World,
): Planted {
  const { colour, rows } = outcome;
  // What speaks of the right file too does not speak of the fault.
  const by = outcome.by.filter((each) => !honest.by.includes(each));
  const rightly = by.filter((each) => fault.right.includes(each));
  const wrong = rows.filter(({ pzn, calculatedPrice }) => {
    const price = right.get(pzn);
    return price !== undefined && Math.abs(calculatedPrice - price) > Math.max(1, price / 100);
  });
  const isGreen = colour === 'green' && wrong.length > 0;
  const marked = isGreen ? markedRows(pharmacy, outcome) : new Set<string>();
  return {
    fault: fault.name,
    strength,
    colour,
    by,
    isCaught: rightly.length > 0,
    isByCount: rightly.join(' ') === 'unusualShare',
    falseRows: wrong.length,
    green: isGreen ? wrong.length : 0,
    unmarked: isGreen ? wrong.filter(({ pzn }) => !marked.has(pzn)).length : 0,
  };
}
