import type { Cents, LayeredRow, PriceState } from '@portal/rules';
import sql, { raw, type Sql } from 'sql-template-tag';

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

/** Type and own price of the row beneath a period (rule 17.1). @param layered false: the list has no periods */
export function beneathOf(alias: string, layered = true) {
  const row = raw(alias);
  if (!layered) return { price_type: sql`${row}.price_type`, manual_price: sql`${row}.manual_price` };
  return {
    price_type: sql`coalesce(${row}.base_type, ${row}.price_type)`,
    manual_price: sql`CASE WHEN ${row}.base_type IS NULL THEN ${row}.manual_price ELSE ${row}.base_price END`,
  };
}

/** The period above a row: its price (null for none), its last day and where it began. */
export type Layer = { readonly price: Sql; readonly end: Sql; readonly since: Sql };

export function layerOf(alias: string): Layer {
  const row = raw(alias);
  return {
    price: sql`CASE WHEN ${row}.base_type IS NOT NULL THEN ${row}.manual_price END`,
    end: sql`${row}.period_end`,
    since: sql`${row}.period_since`,
  };
}

type PriceSql = { readonly type: Sql; readonly price: Sql };

/**
 * Rule 17.4 as `enterOnPeriod` has it: the row beneath, and the price of the period, null where it ends.
 * @param entered of the row as shown
 */
export const enteredOnPeriodSql = (beneath: PriceSql, entered: PriceSql) => {
  const keepsBeneath = sql`${entered.type} IN (0, 3)`;
  return {
    price_type: sql`CASE WHEN ${keepsBeneath} THEN ${beneath.type} ELSE ${entered.type} END::smallint`,
    manual_price: sql`CASE WHEN ${keepsBeneath} THEN ${beneath.price} ELSE ${entered.price} END`,
    period: sql`CASE WHEN ${entered.type} = 3 THEN ${entered.price} END`,
  };
};

/** The day on which the clock acts on a period, as its index has it. */
export const PERIOD_DUE_ON = `CASE state WHEN 'coming' THEN begins_on WHEN 'running' THEN ends_on + 1 END`;

const [BENEATH, RUNNING] = [beneathOf('i'), layerOf('i')];
/** The row beneath a period, and the period that runs (rule 17.1). */
export const LAYERED_STATE = `${BENEATH.price_type.text} AS "priceType", ${centsSql('i.calculated_price')} AS "calculatedPrice",
            ${centsSql(BENEATH.manual_price.text)} AS "ownPrice", ${centsSql(RUNNING.price.text)} AS "periodPrice", ${RUNNING.end.text}::text AS "periodEnd"`;
export type LayeredState = PriceState & { periodPrice: Cents | null; periodEnd: string | null };

export function layeredRow(row: LayeredState): LayeredRow {
  const { priceType, calculatedPrice, ownPrice, periodPrice, periodEnd } = row;
  const period = periodPrice === null || periodEnd === null ? null : { price: periodPrice, until: periodEnd };
  return { beneath: { priceType, calculatedPrice, ownPrice }, period };
}

export const PRICE_AFTER = `${centsSql('c.new_price')} AS "effectivePrice", c.new_type AS "priceType"`;

/** The same before the change. */
export const PRICE_BEFORE = `${centsSql('c.old_price')} AS "formerPrice", c.old_type AS "formerType"`;
