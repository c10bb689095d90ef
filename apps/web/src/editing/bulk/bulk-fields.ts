import { BULK_LIMITS, type BulkRule, formatCents, readNumberText, roundHalfAway } from '@portal/rules';

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

/** The percentage that a field says, 0 for an empty one; undefined for no such number. */
export function readPercent(text: string, min: number = BULK_LIMITS.percent.min): number | undefined {
  if (text.trim() === '') return 0;
  const number = readNumberText(text);
  if (number === undefined || number < min || number > BULK_LIMITS.percent.max) return undefined;
  return roundHalfAway(number, 1);
}

/** The amount in cents that a field says, 0 for an empty one. */
export function readAmount(text: string): number | undefined {
  if (text.trim() === '') return 0;
  const number = readNumberText(text);
  return number === undefined || Math.abs(number) > BULK_LIMITS.amount ? undefined : roundHalfAway(number * 100, 0);
}

/** The rule that the fields say; undefined while one of them cannot be read, or they change nothing. */
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
