import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from '../src/index.ts';

type Text = { readonly place: string; readonly schema: z.ZodString };

const PARTS = ['params', 'query', 'body'] as const;
/** A pattern of fixed length says more than a number does. */
const UNBOUNDED_PATTERN = /(?<!\\)[*+](?!\])|\{\d+,\}/;

const TEXTS = Object.values(ENDPOINTS as Record<string, Endpoint>).flatMap((endpoint) =>
  PARTS.flatMap((part) => textsOf(endpoint[part], `${endpoint.id} ${part}`)),
);

describe('rule 13.15: every text that a call takes', () => {
  test('is found', () => {
    const places = TEXTS.map(({ place }) => place);
    expect(places).toContain('acknowledgeTillPrices body.refused[].reason');
    expect(places).toContain('setListView body.view.address');
    expect(places).toContain('findArticles query.q');
    expect(TEXTS.length).toBeGreaterThan(60);
  });

  test('has a largest length', () => {
    const unbounded = TEXTS.filter(({ schema }) => {
      const { maxLength, pattern } = z.toJSONSchema(schema, { io: 'input' });
      return maxLength === undefined && (pattern === undefined || UNBOUNDED_PATTERN.test(pattern));
    });
    expect(unbounded.map(({ place }) => place)).toEqual([]);
  });

  test('is refused with more than eight marks in a row, or cut', () => {
    const marks = `abc${'\u0323\u0301'.repeat(15)}`;
    const passed = TEXTS.filter(({ schema }) => /\p{M}{9}/u.test(schema.safeParse(marks).data ?? ''));
    expect(passed.map(({ place }) => place)).toEqual([]);
  });
});

/** What a schema holds, as zod keeps it. */
type Inner = {
  type: string;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  [name: string]: unknown;
};

function textsOf(schema: unknown, place: string): Text[] {
  if (!(schema instanceof z.ZodType)) return [];
  if (schema instanceof z.ZodString) return [{ place, schema }];
  const def = schema.def as unknown as Inner;
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => textsOf(field, `${place}.${name}`)),
    ...[...(def.options ?? []), ...(def.items ?? [])].flatMap((option) => textsOf(option, place)),
    ...textsOf(def.element, `${place}[]`),
    ...['innerType', 'in', 'left', 'right', 'keyType', 'valueType'].flatMap((name) => textsOf(def[name], place)),
  ];
}
