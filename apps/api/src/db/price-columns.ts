import type { Cents, LayeredRow, PriceState } from '@portal/rules';

// Euros in the database, cents here (ADR 39).

/** Euros of a column or an expression as cents. */
export const centsSql = (euros: string) => `(${euros} * 100)::int`;

/** A member of `json_build_object`: all values of a column. */
export const arraySql = (name: string, value: string) => `'${name}', coalesce(json_agg(${value}), '[]')`;
/** The same of euros, in cents. */
export const centsArraySql = (name: string, euros: string) => arraySql(name, centsSql(euros));

/** '2026-11-22' in Berlin. */
export const berlinDay = (moment: string) => `to_char(${moment} AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD')`;

export const PRICE_STATE = `i.price_type AS "priceType", ${centsSql('i.calculated_price')} AS "calculatedPrice",
            ${centsSql('i.manual_price')} AS "ownPrice"`;

/** The row beneath a period, and the period that runs (rule 17.1). */
export const LAYERED_STATE = `coalesce(i.base_type, i.price_type) AS "priceType", ${centsSql('i.calculated_price')} AS "calculatedPrice",
            ${centsSql('CASE WHEN i.base_type IS NULL THEN i.manual_price ELSE i.base_price END')} AS "ownPrice",
            ${centsSql('CASE WHEN i.base_type IS NOT NULL THEN i.manual_price END')} AS "periodPrice", i.period_end::text AS "periodEnd"`;
export type LayeredState = PriceState & { periodPrice: Cents | null; periodEnd: string | null };

export function layeredRow(row: LayeredState): LayeredRow {
  const { priceType, calculatedPrice, ownPrice, periodPrice, periodEnd } = row;
  const period = periodPrice === null || periodEnd === null ? null : { price: periodPrice, until: periodEnd };
  return { beneath: { priceType, calculatedPrice, ownPrice }, period };
}

export const PRICE_AFTER = `${centsSql('c.new_price')} AS "effectivePrice", c.new_type AS "priceType"`;

/** The same before the change. */
export const PRICE_BEFORE = `${centsSql('c.old_price')} AS "formerPrice", c.old_type AS "formerType"`;
