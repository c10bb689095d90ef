import { COLUMNS, type ColumnHolds, type ColumnName, columnsWhere } from '@portal/rules';
import { z } from 'zod';
import { clusterSchema, daySchema, instantSchema, priceSchema, priceTypeSchema } from '../fields.ts';

const integer = z.number().int();

/** Cents; seconds since 1970. */
const VALUE = {
  text: z.string(),
  optionalText: z.string().nullable(),
  elasticity: clusterSchema,
  count: integer.nullable(),
  price: integer.nullable(),
  percent: z.number().nullable(),
  vat: integer.nullable(),
  instant: integer,
  day: integer.nullable(),
  priceType: priceTypeSchema,
  flag: z.boolean(),
  optionalFlag: z.boolean().nullable(),
} as const satisfies Record<ColumnHolds, z.ZodType>;
/** Euros; ISO 8601. */
const CELL = {
  ...VALUE,
  price: priceSchema,
  percent: priceSchema,
  instant: instantSchema,
  day: daySchema.nullable(),
} as const;

type Declared = typeof COLUMNS;
type ValueSchema<Name extends ColumnName> = (typeof VALUE)[Declared[Name]['holds']];
type CellSchema<Name extends ColumnName> = (typeof CELL)[Declared[Name]['holds']];
type WireName<Name extends ColumnName, Of extends 'list' | 'package'> = Declared[Name] extends {
  readonly wire: { readonly [Part in Of]: infer Wire extends string };
}
  ? Wire
  : Name;
type InRows<Name extends ColumnName> = Exclude<Name, 'vatPercent'>;

export function columnSchemas<Name extends ColumnName>(
  names: readonly Name[],
): z.ZodObject<{ [N in Name]: z.ZodArray<ValueSchema<N>> }, z.core.$strip> {
  const shape = Object.fromEntries(names.map((name) => [name, z.array(VALUE[COLUMNS[name].holds])]));
  return z.object(shape) as never;
}

/** Rules 4.1 and 6.7. */
export function cellSchemas<Name extends ColumnName, Of extends 'list' | 'package'>(
  names: readonly Name[],
  of: Of,
): { [N in InRows<Name> as WireName<N, Of>]: CellSchema<N> } {
  const declared = columnsWhere(() => true).filter(([name]) => names.includes(name as Name));
  return Object.fromEntries(
    declared.flatMap(([name, { holds, wire }]) => (holds === 'vat' ? [] : [[wire?.[of] ?? name, CELL[holds]]])),
  ) as never;
}

/** Names on the wire, where they differ. */
export function wireNames<Of extends 'list' | 'package'>(
  of: Of,
): { readonly [Name in ColumnName as WireName<Name, Of> extends Name ? never : Name]: WireName<Name, Of> } {
  const renamed = columnsWhere(({ wire }) => wire?.[of] !== undefined);
  return Object.fromEntries(renamed.map(([name, { wire }]) => [name, wire?.[of]])) as never;
}
