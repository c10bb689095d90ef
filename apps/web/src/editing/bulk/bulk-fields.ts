import { BULK_LIMITS, type BulkRule, formatCents, readTypedNumber, roundHalfAway } from '@portal/rules';

/** What stands in the fields of a bulk rule. */
export type BulkFields = Pick<BulkRule, 'from' | 'way' | 'upToAvp'> & {
  readonly percent: string;
  readonly amount: string;
  /** two digits each */
  readonly endings: readonly string[];
  readonly hasFloor: boolean;
  readonly floor: string;
};

export const FIRST_FIELDS: BulkFields = {
  from: 'price',
  percent: '',
  amount: '',
  endings: [],
  way: 'nearest',
  hasFloor: false,
  floor: '0',
  upToAvp: false,
};

/** 0 for an empty field; undefined: not a number, or ambiguous. */
export function readPercent(text: string, min: number = BULK_LIMITS.percent.min): number | undefined {
  const typed = readTypedNumber(text);
  return typed.kind === 'number' ? percentOf(typed.value, min) : typed.kind === 'empty' ? 0 : undefined;
}

export function percentOf(number: number, min: number = BULK_LIMITS.percent.min): number | undefined {
  return number < min || number > BULK_LIMITS.percent.max ? undefined : roundHalfAway(number, 1);
}

/** 0 for an empty field; undefined: not a number, or ambiguous. */
export function readAmount(text: string): number | undefined {
  const typed = readTypedNumber(text);
  return typed.kind === 'number' ? amountOf(typed.value) : typed.kind === 'empty' ? 0 : undefined;
}

/** Euros in cents; undefined where a rule takes no such amount. */
export function amountOf(euros: number): number | undefined {
  const cents = roundHalfAway(euros * 100, 0);
  return Math.abs(cents) > BULK_LIMITS.amount ? undefined : cents;
}

export function readRule({ from, way, upToAvp, ...fields }: BulkFields): BulkRule | undefined {
  const percent = readPercent(fields.percent);
  const amount = readAmount(fields.amount);
  const floorPercent = fields.hasFloor ? readPercent(fields.floor, 0) : null;
  if (percent === undefined || amount === undefined || floorPercent === undefined) return undefined;
  const endings = fields.endings.map(Number);
  const says =
    from !== 'price' || percent !== 0 || amount !== 0 || endings.length > 0 || floorPercent !== null || upToAvp;
  return says ? { from, percent, amount, endings, way, floorPercent, upToAvp } : undefined;
}

/** The fields of a rule that somebody has kept. */
export function fieldsOfRule({ from, way, upToAvp, percent, amount, endings, floorPercent }: BulkRule): BulkFields {
  return {
    from,
    way,
    upToAvp,
    percent: numberText(percent),
    amount: amount === 0 ? '' : formatCents(amount),
    endings: endings.map(endingText),
    hasFloor: floorPercent !== null,
    floor: floorPercent === null ? '0' : numberText(floorPercent) || '0',
  };
}

/** 5 as '05'. */
export function endingText(ending: number): string {
  return String(ending).padStart(2, '0');
}

function numberText(number: number): string {
  return number === 0 ? '' : String(number).replace('.', ',');
}
