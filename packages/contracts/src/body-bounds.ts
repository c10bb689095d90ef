import { z } from 'zod';
import { BODY_LIMIT, type Endpoint } from './endpoint.ts';

/** What a JSON body may be made of. It is counted while the body arrives, before anything parses it (ADR 86, rule 13.4). */
export type BodyBounds = {
  /** Bytes, unpacked. */
  readonly bytes: number;
  /** How many times larger than sent a compressed body may become, once it is larger than `RATIO_FROM`. */
  readonly ratio: number;
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Objects, arrays and the values in them, all together. */
  readonly values: number;
  /** Members of one object. */
  readonly members: number;
  /** Bytes of one text, number or blank stretch. */
  readonly text: number;
  /** The member that carries rows, which are then parsed and validated piece by piece. */
  readonly rows: string | undefined;
};

const COMMON = { ratio: 200, depth: 16, members: 100, text: 10_000 } as const;
/** Short bodies may repeat themselves as they like. */
export const RATIO_FROM = 1024 * 1024;
/** Clients may send more than a schema names, e.g. rows as they were read: so many times the values that it names, and so many more. */
const SLACK = { factor: 2.5, more: 1_000 } as const;
/** A list this long is carried by rows. */
const MANY = 1_000;

type JsonSchema = {
  type?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  maxItems?: number;
};

/**
 * The bounds of an endpoint's body: its declared `bodyLimit`, and as many values as its schema can hold, with room to spare.
 * @throws Error for a schema with a list whose length it does not limit
 */
export function bodyBounds({ id, body, bodyLimit = 'small' }: Endpoint): BodyBounds {
  const bytes = BODY_LIMIT[bodyLimit];
  if (!body) return { ...COMMON, bytes, values: SLACK.more, rows: undefined };
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const [rows] = Object.entries(schema.properties ?? {}).find(([, field]) => (field.maxItems ?? 0) >= MANY) ?? [];
  return { ...COMMON, bytes, values: Math.ceil(valuesOf(schema, id) * SLACK.factor) + SLACK.more, rows };
}

/** How many values fit the schema at most, the outermost included. */
function valuesOf(schema: JsonSchema, id: string): number {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  let most = Math.max(1, ...choices.map((choice) => valuesOf(choice, id)));
  if (schema.properties) {
    most = Math.max(
      most,
      Object.values(schema.properties).reduce((sum, field) => sum + valuesOf(field, id), 1),
    );
  }
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) throw new Error(`${id}: a list in the body has no largest length`);
    most = Math.max(most, 1 + schema.maxItems * valuesOf(schema.items ?? {}, id));
  }
  return most;
}
