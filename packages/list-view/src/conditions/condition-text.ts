import { COMPARISONS, type Condition, conditionType } from './condition.ts';

const MARKS = { above: '>', atLeast: '>=', below: '<', atMost: '<=', between: '..' } as const;
const AND = ';';
const OR = '|';
/** Guards against a crafted address. */
const MAX_CONDITIONS = 20;

/** 'diffAvp>10;units>=5;avp..500,1000;producer=BAYER|HEXAL' (rule 2.22). */
export function formatConditions(conditions: readonly Condition[]): string {
  return conditions.map(formatCondition).join(AND);
}

function formatCondition(condition: Condition): string {
  if (condition.is === 'oneOf') return `${condition.key}=${condition.values.map(encode).join(OR)}`;
  const { key, is, than, to } = condition;
  return `${key}${MARKS[is]}${than}${is === 'between' ? `,${to ?? than}` : ''}`;
}

/** Leaves out unknown parts. */
export function parseConditions(text: string, keys: readonly string[]): Condition[] {
  return text
    .split(AND)
    .slice(0, MAX_CONDITIONS)
    .flatMap((part) => parseCondition(part, keys) ?? []);
}

function parseCondition(part: string, keys: readonly string[]): Condition | undefined {
  const match = /^(\w+)(\.\.|>=|<=|[<>=])(.+)$/.exec(part);
  const [, key = '', mark, rest = ''] = match ?? [];
  const type = keys.includes(key) ? conditionType(key) : undefined;
  if (type === undefined) return undefined;
  const takesTexts = type === 'text' || type === 'elasticity';
  if (mark === '=') return takesTexts ? { key, is: 'oneOf', values: rest.split(OR).map(decode) } : undefined;
  const is = COMPARISONS.find((each) => MARKS[each] === mark);
  const numbers = rest.split(',').map(Number);
  const [than = NaN, to = than] = numbers;
  if (is === undefined || takesTexts || !Number.isFinite(than) || !Number.isFinite(to)) return undefined;
  return { key, is, than, to: is === 'between' ? to : null };
}

const encode = (value: string) => value.replace(/[%;|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const decode = (value: string) =>
  value.replace(/%(25|3b|7c)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
