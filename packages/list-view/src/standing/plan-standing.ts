import {
  applyStandingRules,
  type BulkRule,
  type Cents,
  deviationPercent,
  grossProfitChange,
  isAtFloor,
  isTextColumn,
  judgeUmfeld,
  type PriceType,
  referenceOf,
  type ShownColumnName,
  STANDING_KEYS,
  type StandingOutcome,
  type StandingRow,
  storedColumnNames,
  type StoredColumnName,
  type TextColumnName,
  type UpdateKind,
  vatPercentOf,
} from '@portal/rules';
import { type Condition, type ConditionColumn, conditionsIndex } from '../conditions/condition.ts';

type Column<Value> = readonly (Value | null)[];

/** The delivery's figures, else the list's (rule 14.8); cents. */
export type StandingColumns = {
  readonly pzn: readonly string[];
  readonly priceType: Column<PriceType>;
  readonly inactive: Column<boolean>;
  /** A person's. */
  readonly hasDraft: Column<boolean>;
  readonly calculatedPrice: Column<Cents>;
  readonly vatPercent: Column<number>;
} & { readonly [Name in StandingText]: Column<string> } & { readonly [Name in StandingFigure]: Column<number> };

/** Rule 18.4. */
export const STANDING_FIGURES = storedColumnNames().filter(
  (name): name is StandingFigure => STANDING_KEYS.includes(name) && !isTextColumn(name),
);
export type StandingFigure = Exclude<
  StoredColumnName & ShownColumnName<'priceList'>,
  TextColumnName | 'date' | 'priceType'
>;
export const STANDING_TEXTS = STANDING_KEYS.filter((name): name is StandingText => isTextColumn(name));
export type StandingText = Exclude<TextColumnName & ShownColumnName<'priceList'>, 'pzn' | 'name'>;

export type ConditionedRule = { readonly rule: BulkRule; readonly conditions: readonly Condition[] };

/** Rules 18.3 to 18.5. */
export function planStanding(
  kind: UpdateKind,
  rules: readonly ConditionedRule[],
  columns: StandingColumns,
): StandingOutcome {
  const count = columns.pzn.length;
  const columnOf = conditionColumns(columns);
  const running = rules.map(({ rule, conditions }) => {
    const mask = conditionsIndex(count, conditions, columnOf);
    return { rule, isFor: mask && ((row: number) => mask[row] === 1) };
  });
  return applyStandingRules(kind, running, count, (row) => standingRowAt(columns, row));
}

function standingRowAt(columns: StandingColumns, row: number): StandingRow {
  const figure = (column: Column<number>) => column[row] ?? null;
  const umfeld = {
    umfeldMin: figure(columns.priceMin),
    umfeldAvg: figure(columns.priceAvg),
    umfeldMax: figure(columns.priceMax),
  };
  const { isMinDoubtful, isMaxDoubtful } = judgeUmfeld(umfeld);
  const calculatedPrice = figure(columns.calculatedPrice);
  return {
    priceType: columns.priceType[row] ?? null,
    inactive: columns.inactive[row] === true,
    hasDraft: columns.hasDraft[row] === true,
    price: calculatedPrice,
    calculatedPrice,
    avp: figure(columns.avp),
    aep: figure(columns.aep),
    vhp: figure(columns.vhp),
    umfeldAvg: umfeld.umfeldAvg,
    umfeldMin: isMinDoubtful ? null : umfeld.umfeldMin,
    umfeldMax: isMaxDoubtful ? null : umfeld.umfeldMax,
    vatPercent: vatPercentOf(columns.vatPercent[row]),
  };
}

function conditionColumns(columns: StandingColumns): (key: string) => ConditionColumn {
  const known = new Map<string, ConditionColumn>();
  return (key) => {
    const column = known.get(key) ?? conditionColumn(columns, key);
    known.set(key, column);
    return column;
  };
}

function conditionColumn(columns: StandingColumns, key: string): ConditionColumn {
  const price = columns.calculatedPrice;
  if (key === 'effectivePrice') return price;
  const reference = referenceOf(key);
  if (reference !== undefined) {
    const figures = columns[reference as StandingFigure];
    return price.map((each, row) => deviationPercent(each, figures[row]));
  }
  return columns[key as StandingFigure | StandingText] ?? price.map(() => null);
}

/** Rule 18.11. */
export type StandingWorth = {
  readonly changes: number;
  readonly cents: Cents;
  /** Changes without units. */
  readonly unknown: number;
  readonly atFloor: number;
};

/** @param at the rule's place among the rules of the plan */
export function standingWorth(
  { drafts }: StandingOutcome,
  at: number,
  rule: BulkRule,
  columns: StandingColumns,
): StandingWorth {
  const worth = { changes: 0, cents: 0, unknown: 0, atFloor: 0 };
  for (const { row, rule: by, price } of drafts) {
    if (by !== at) continue;
    const facts = standingRowAt(columns, row);
    const units = columns.units[row] ?? null;
    worth.changes++;
    if (units === null) worth.unknown++;
    else worth.cents += grossProfitChange(facts.calculatedPrice as Cents, price, units, facts.vatPercent);
    if (isAtFloor(rule, facts, price)) worth.atFloor++;
  }
  return worth;
}
