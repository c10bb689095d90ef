import { BULK_REFERENCES, type BulkRule, ENDING_WAYS, formatCents, readNumberText, roundHalfAway } from '@portal/rules';

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

/** Limits of the fields; percentages have one decimal. */
const PERCENT = { min: -99.9, max: 999.9 };

/** The percentage that a field says, 0 for an empty one; undefined for no such number. */
export function readPercent(text: string, min = PERCENT.min): number | undefined {
  if (text.trim() === '') return 0;
  const number = readNumberText(text);
  if (number === undefined || number < min || number > PERCENT.max) return undefined;
  return roundHalfAway(number, 1);
}

/** The amount in cents that a field says, 0 for an empty one. */
export function readAmount(text: string): number | undefined {
  if (text.trim() === '') return 0;
  const number = readNumberText(text);
  return number === undefined || Math.abs(number) > 99_999 ? undefined : roundHalfAway(number * 100, 0);
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

/** The fields of a rule that somebody has kept; undefined for what is no rule, as from another version. */
export function fieldsOfRule(stored: unknown): BulkFields | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { from, percent, amount, endings, way, floorPercent, upToAvp } = stored as Partial<
    Record<keyof BulkRule, unknown>
  >;
  const reference = BULK_REFERENCES.find((each) => each === from);
  const ending = ENDING_WAYS.find((each) => each === way);
  const isFloor = floorPercent === null || typeof floorPercent === 'number';
  if (!reference || !ending || typeof percent !== 'number' || typeof amount !== 'number' || !isFloor) return undefined;
  if (!Array.isArray(endings) || !endings.every(isEnding) || typeof upToAvp !== 'boolean') return undefined;
  return {
    from: reference,
    way: ending,
    upToAvp,
    percent: numberText(percent),
    amount: amount === 0 ? '' : formatCents(amount),
    endings: endings.map(endingText),
    hasFloor: floorPercent !== null,
    floor: floorPercent === null ? '0' : numberText(floorPercent) || '0',
  };
}

const isEnding = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 100;

/** 5 as '05'. */
export function endingText(ending: number): string {
  return String(ending).padStart(2, '0');
}

function numberText(number: number): string {
  return number === 0 ? '' : String(number).replace('.', ',');
}
