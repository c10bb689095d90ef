import { applyBulkRule, BULK_ISSUES, type BulkIssue, type BulkRow, type BulkRule } from './bulk-rule.ts';
import { shownColumns } from './columns/index.ts';
import { type Cents, formatDifference } from './money.ts';
import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';
import { formatPercent } from './percent.ts';
import { PRICE_TYPE, type PriceType } from './price-types.ts';

/** Rule 18.1. */
export const MAX_STANDING_RULES = 20;
/** Rule 18.12. */
export const UPDATES_UNTIL_ASKED = 6;
/** Rule 18.11. */
export const REPLAYED_UPDATES = 3;

const NO_CONDITION: ReadonlySet<string> = new Set(['pzn', 'name', 'date']);
/** Rule 18.4. */
export const STANDING_KEYS: readonly string[] = shownColumns('priceList').filter((key) => !NO_CONDITION.has(key));

export type StandingRow = BulkRow & {
  /** null: not listed */
  readonly priceType: PriceType | null;
  readonly inactive: boolean;
  readonly hasDraft: boolean;
};

/** @param isFor undefined: all rows */
export type RunningRule = { readonly rule: BulkRule; readonly isFor: ((row: number) => boolean) | undefined };

/** `rule`: its place among the rules. */
export type StandingDraft = { readonly row: number; readonly rule: number; readonly price: Cents };
export type StandingLeft = { readonly row: number; readonly rule: number; readonly issue: BulkIssue };
export type StandingOutcome = { readonly drafts: StandingDraft[]; readonly left: StandingLeft[] };

/**
 * Rules 18.3 to 18.5.
 * @param rules the first in order wins
 */
export function applyStandingRules(
  kind: UpdateKind,
  rules: readonly RunningRule[],
  count: number,
  rowAt: (row: number) => StandingRow,
): StandingOutcome {
  const outcome: StandingOutcome = { drafts: [], left: [] };
  if (PACKAGE_KINDS[kind].clock === null) return outcome;
  for (let row = 0; row < count; row++) {
    const at = rules.findIndex(({ isFor }) => isFor === undefined || isFor(row));
    const chosen = rules[at];
    if (chosen === undefined) continue;
    const facts = rowAt(row);
    if (!mayTouch(kind, facts)) continue;
    const result = applyBulkRule(chosen.rule, facts);
    if ('issue' in result) outcome.left.push({ row, rule: at, issue: result.issue });
    else if (result.price !== facts.calculatedPrice) outcome.drafts.push({ row, rule: at, price: result.price });
  }
  return outcome;
}

/** Rule 18.3. */
function mayTouch(kind: UpdateKind, { priceType, inactive, hasDraft, calculatedPrice }: StandingRow): boolean {
  if (inactive || hasDraft || calculatedPrice === null) return false;
  if (priceType === PRICE_TYPE.exclusion || priceType === PRICE_TYPE.permanent) return false;
  return priceType !== PRICE_TYPE.own || PACKAGE_KINDS[kind].endsOwnPrices;
}

/** Rule 18.11. */
export function isAtFloor(rule: BulkRule, row: BulkRow, price: Cents): boolean {
  if (rule.floorPercent === null) return false;
  const free = applyBulkRule({ ...rule, floorPercent: null }, row);
  return 'issue' in free || free.price < price;
}

/** Rule 18.6. */
export const standingRuleName = (name: string): string => `Regel »${name}«`;

const REFERENCE: Record<BulkRule['from'], string> = {
  price: 'Preis',
  calculatedPrice: 'berechneter TruePrice',
  avp: 'AVP',
  aep: 'AEP mit MwSt.',
  vhp: 'VHP',
  umfeldAvg: 'Umfeld Ø',
  umfeldMin: 'Umfeld Minimum',
  umfeldMax: 'Umfeld Maximum',
};
const WAY: Record<BulkRule['way'], string> = { nearest: '', up: ' aufwärts', down: ' abwärts' };

/** 'Preis +3,0 %, Endung ,95'. */
export function describeBulkRule({ from, percent, amount, endings, way, floorPercent, upToAvp }: BulkRule): string {
  const price = [
    REFERENCE[from],
    ...(percent === 0 ? [] : [formatPercent(percent, { sign: true })]),
    ...(amount === 0 ? [] : [formatDifference(amount)]),
  ].join(' ');
  const ends = endings.map((each) => `,${String(each).padStart(2, '0')}`).join(' ');
  return [
    price,
    ...(endings.length === 0 ? [] : [`${endings.length === 1 ? 'Endung' : 'Endungen'} ${ends}${WAY[way]}`]),
    ...(floorPercent === null
      ? []
      : [`mindestens AEP mit MwSt.${floorPercent === 0 ? '' : ` ${formatPercent(floorPercent, { sign: true })}`}`]),
    ...(upToAvp ? ['höchstens AVP'] : []),
  ].join(', ');
}

const LEFT: Record<BulkIssue, string> = {
  noReference: 'ohne Bezugspreis',
  noAep: 'ohne AEP',
  noAvp: 'ohne AVP',
  contradiction: 'mit Untergrenze über dem AVP',
  noEnding: 'ohne Endung zwischen den Grenzen',
  notAllowed: 'ohne gültigen Preis',
};
const NAMED_ROWS = 3;

/** Rule 18.5. */
export function describeLeft(left: readonly StandingLeft[], nameAt: (row: number) => string): string | null {
  const parts = BULK_ISSUES.flatMap((issue) => {
    const rows = left.filter((each) => each.issue === issue).map(({ row }) => row);
    if (rows.length === 0) return [];
    const names = rows.slice(0, NAMED_ROWS).map(nameAt).join(', ');
    const more = rows.length > NAMED_ROWS ? ' …' : '';
    return [`${rows.length.toLocaleString('de-DE')} ${LEFT[issue]} (${names}${more})`];
  });
  return parts.length === 0 ? null : `nicht gesetzt: ${parts.join('; ')}`;
}
