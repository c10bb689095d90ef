import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
};

/** What a field of that name holds in the seeded portal, so that many requests get past the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Values that a schema admits, as far as JSON schema can say; fields that `known` names mostly take its values. */
export function valid(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return of(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known);
}

/** Values that look like it but are mostly wrong somewhere: fields missing, of another type, or beyond every limit. */
export function nearly(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid(schema, known), fc.array(fc.tuple(fc.nat(), NASTY), { minLength: 1, maxLength: 3 }))
    .map(([value, issues]) => issues.reduce((broken, [at, nasty]) => breakAt(broken, at, nasty), value));
}

/** Values that have broken servers before. */
export const NASTY: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    ' ',
    '\u0000',
    '\uD800',
    "'; DROP TABLE product; --",
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '=1+1',
    '00000000',
    -1,
    0,
    0.001,
    1e308,
    2 ** 31,
    2 ** 53,
    [],
    {},
    [[]],
    true,
  ),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function breakAt(value: unknown, at: number, nasty: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const index = at % value.length;
    return value.with(index, breakAt(value[index], Math.floor(at / value.length), nasty));
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && at % 7 !== 0) {
    const names = Object.keys(value);
    const name = names[at % names.length] as string;
    const inner = (value as Record<string, unknown>)[name];
    return { ...value, [name]: breakAt(inner, Math.floor(at / names.length), nasty) };
  }
  return nasty;
}

function of(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const plain = unnamed(schema, known);
  const values = known[name];
  return values
    ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: plain })
    : plain;
}

function unnamed(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => of(each, known)));
  if (schema.allOf) return of(Object.assign({}, ...schema.allOf) as JsonSchema, known);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return fc.array(of(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(rangeOf(schema));
    case 'number':
      return fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 9_999 }).map((cents) => cents / 100) },
        { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema, known: Known) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, of(field, known, name)]));
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object') {
    const keys = propertyNames ? of(propertyNames, known).filter((key) => typeof key === 'string') : fc.string();
    return fc.dictionary(keys as fc.Arbitrary<string>, of(additionalProperties, known), { maxKeys: 3 });
  }
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function textOf({ pattern, format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return dates().map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return dates().map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? 30, Math.max(30, minLength)) });
}

function dates(): fc.Arbitrary<Date> {
  return fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): { min: number; max: number } {
  const min = exclusiveMinimum === undefined ? (minimum ?? -5) : exclusiveMinimum + 1;
  const max = exclusiveMaximum === undefined ? (maximum ?? min + 1_000_000) : exclusiveMaximum - 1;
  return { min, max };
}
