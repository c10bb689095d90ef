import { pznCheckDigit } from '@portal/rules';
import { z, type ZodType } from 'zod';
import { longestText } from './pattern.ts';

/** What values a sample has. */
export type Sample = {
  readonly label: string;
  /** Of each list, as far as its largest length and the body allow. */
  readonly rows: number;
  /** With all that may be left out, and texts at their longest: letters under as many accents as are allowed. */
  readonly full?: boolean;
  /** Texts of nothing but accents, which nothing allows. */
  readonly marks?: boolean;
  /** Which of the choices of an enum; the first unless given. */
  readonly choice?: number;
  /** Other samples have other prices. */
  readonly salt: number;
};

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  maxItems?: number;
  minItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** A value known by the name of its field, the `at`-th of a list; undefined: by its schema; OMIT: left out. */
export type KnownValue = (name: string, at: number) => unknown;
export const OMIT = Symbol('left out');
/** Needed though a schema calls it optional: what refines it cannot be read. */
const NEEDED = 'editedIgnore';

/** Eight of them under a letter are allowed (rule 13.15); in this order a normal form has most to sort. */
const ACCENTS = '\u0301\u0327\u0302\u0323\u0303\u0328\u0304\u0331';
const LONGEST = 10_000;
const LONG_LIST = 100;

/**
 * A value for a schema of the contracts that fits into `bytes` of JSON: texts and lists shrink until it does.
 * @param known values that a schema cannot tell, such as the numbers of articles
 */
export function sampleOf(schema: ZodType, sample: Sample, bytes: number, known: KnownValue): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  for (let share = 1; ; share /= 2) {
    const value = new Sampler(sample, bytes, known, share).value(described, '', 0);
    if (share < 1e-4 || Buffer.byteLength(JSON.stringify(value) ?? '') <= bytes) return value;
  }
}

class Sampler {
  readonly sample: Sample;
  readonly bytes: number;
  readonly known: KnownValue;
  readonly share: number;

  /** @param share of the longest texts and lists, above 0 to 1 */
  constructor(sample: Sample, bytes: number, known: KnownValue, share: number) {
    this.sample = sample;
    this.bytes = bytes;
    this.known = known;
    this.share = share;
  }

  value(schema: Schema, name: string, at: number): unknown {
    const { choice = 0, full } = this.sample;
    const known = this.known(name, at);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.includes(known) ? known : schema.enum[choice % schema.enum.length];
    if (known !== undefined && Array.isArray(known) === (schema.type === 'array')) return known;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) {
      const values = choices.map((each) => this.value(each, name, at));
      const sizes = values.map((value) => JSON.stringify(value)?.length ?? 0);
      return values[sizes.indexOf((full ? Math.max : Math.min)(...sizes))];
    }
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => this.value(each, name, at)));
    if (schema.properties) return this.record(schema, at);
    if (schema.type === 'object') return full ? this.entries(schema) : {};
    if (schema.type === 'array') return this.list(schema, name);
    if (schema.type === 'string') return this.text(schema, at);
    if (schema.type === 'integer' || schema.type === 'number') return this.number(schema, at);
    return schema.type === 'boolean' ? full === true : null;
  }

  record(schema: Schema, at: number): Record<string, unknown> {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([name]) => this.sample.full || required.has(name) || name === NEEDED,
    );
    const values = fields.map(([name, field]) => [name, this.value(field, name, at)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== OMIT));
  }

  entries(schema: Schema): Record<string, unknown> {
    const held = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const count = Math.ceil(LONG_LIST * this.share);
    return Object.fromEntries(Array.from({ length: count }, (_, at) => [`name ${at}`, this.value(held, '', at)]));
  }

  list({ items = {}, maxItems = LONG_LIST, minItems = 0 }: Schema, name: string): unknown[] {
    const first = JSON.stringify(this.value(items, name, 0))?.length ?? 4;
    const fits = Math.floor((this.bytes * 0.9) / (first + 1));
    const count = Math.min(maxItems, Math.max(minItems, 1, Math.ceil(this.sample.rows * this.share)), fits);
    return Array.from({ length: count }, (_, at) => this.value(items, name, at));
  }

  text({ format, pattern, minLength = 0, maxLength = LONGEST }: Schema, at: number): string {
    if (format === 'date') return '2031-12-15';
    if (format === 'date-time') return '2026-10-15T08:00:00.000Z';
    if (pattern) return longestText(pattern);
    const most = Math.min(maxLength, LONGEST);
    const length = Math.max(minLength, Math.floor(most * this.share));
    if (this.sample.marks) return 'a'.padEnd(length, ACCENTS);
    if (this.sample.full) return `a${ACCENTS}`.repeat(length).slice(0, length);
    return `Text ${at}`.slice(0, most).padEnd(minLength, 'x');
  }

  number({ type, minimum = 0, maximum = 9_999 }: Schema, at: number): number {
    if (type === 'integer' && maximum < 1_000)
      return this.sample.full ? maximum : Math.max(minimum, Math.min(1, maximum));
    const number =
      type === 'integer' ? 500 + ((at + this.sample.salt) % 4_000) : 4 + ((at + this.sample.salt) % 50) / 10;
    return Math.min(maximum, Math.max(minimum, number));
  }
}

/** Articles that no list has, each with its check digit. */
export function foreignPzn(at: number): string {
  for (let seven = 9_500_000 + at * 3; ; seven += 1) {
    const digit = pznCheckDigit(String(seven));
    if (digit !== undefined) return `${seven}${digit}`;
  }
}
