import { z } from 'zod';
import { BODY_LIMIT, type Endpoint } from './endpoint.ts';

/** Counted while the body arrives, before it is parsed (ADR 86). Rule 13.4. */
export type BodyBounds = {
  /** Bytes, unpacked. */
  readonly bytes: number;
  /** Of unpacked to sent bytes, from the first on. */
  readonly ratio: number;
  readonly depth: number;
  readonly values: number;
  readonly members: number;
  /** Bytes of one string, number or run of white space. */
  readonly text: number;
  /** The member that is parsed and validated in chunks. */
  readonly rows: string | undefined;
};

const COMMON = { ratio: 200, depth: 16, members: 100, text: 10_000 } as const;
/** Clients may send more members than a schema names. */
const SLACK = { factor: 2.5, more: 1_000 } as const;
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
 * `bodyLimit`, and the values that the schema can hold.
 * @throws Error for a schema with a list of unlimited length
 */
export function bodyBounds({ id, body, bodyLimit = 'small' }: Endpoint): BodyBounds {
  const bytes = BODY_LIMIT[bodyLimit];
  if (!body) return { ...COMMON, bytes, values: SLACK.more, rows: undefined };
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const [rows] = Object.entries(schema.properties ?? {}).find(([, field]) => (field.maxItems ?? 0) >= MANY) ?? [];
  return { ...COMMON, bytes, values: Math.ceil(valuesOf(schema, id) * SLACK.factor) + SLACK.more, rows };
}

/** Lists in each of many rows are rarely filled: the slack has room for them. */
function valuesOf(schema: JsonSchema, id: string, isInRow = false): number {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  let most = Math.max(1, ...choices.map((choice) => valuesOf(choice, id, isInRow)));
  if (schema.properties) {
    most = Math.max(
      most,
      Object.values(schema.properties).reduce((sum, field) => sum + valuesOf(field, id, isInRow), 1),
    );
  }
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) throw new Error(`${id}: a list in the body has no largest length`);
    const items = isInRow ? 0 : schema.maxItems;
    most = Math.max(most, 1 + items * valuesOf(schema.items ?? {}, id, isInRow || schema.maxItems >= MANY));
  }
  return most;
}
