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

/** Type and own price of the row beneath a period (rule 17.1), as SQL. @param layered false: the list has no periods */
export const beneathOf = (alias: string, layered = true) =>
  layered
    ? {
        price_type: `coalesce(${alias}.base_type, ${alias}.price_type)`,
        manual_price: `CASE WHEN ${alias}.base_type IS NULL THEN ${alias}.manual_price ELSE ${alias}.base_price END`,
      }
    : { price_type: `${alias}.price_type`, manual_price: `${alias}.manual_price` };

/** The period above a row, as SQL: its price (null for none), its last day and where it began. */
export type Layer = { readonly price: string; readonly end: string; readonly since: string };

export const layerOf = (alias: string): Layer => ({
  price: `CASE WHEN ${alias}.base_type IS NOT NULL THEN ${alias}.manual_price END`,
  end: `${alias}.period_end`,
  since: `${alias}.period_since`,
});

type PriceSql = { readonly type: string; readonly price: string };

/**
 * Rule 17.4 as `enterOnPeriod` has it: the row beneath, and the price of the period, null where it ends.
 * @param entered of the row as shown
 */
export const enteredOnPeriodSql = (beneath: PriceSql, entered: PriceSql) => {
  const stays = `${entered.type} = 3`;
  const keepsBeneath = `${entered.type} IN (0, 3)`;
  return {
    price_type: `CASE WHEN ${keepsBeneath} THEN ${beneath.type} ELSE ${entered.type} END::smallint`,
    manual_price: `CASE WHEN ${keepsBeneath} THEN ${beneath.price} ELSE ${entered.price} END`,
    period: `CASE WHEN ${stays} THEN ${entered.price} END`,
  };
};

/** The day on which the clock acts on a period, as its index has it. */
export const PERIOD_DUE_ON = `CASE state WHEN 'coming' THEN begins_on WHEN 'running' THEN ends_on + 1 END`;

const [BENEATH, RUNNING] = [beneathOf('i'), layerOf('i')];
/** The row beneath a period, and the period that runs (rule 17.1). */
export const LAYERED_STATE = `${BENEATH.price_type} AS "priceType", ${centsSql('i.calculated_price')} AS "calculatedPrice",
            ${centsSql(BENEATH.manual_price)} AS "ownPrice", ${centsSql(RUNNING.price)} AS "periodPrice", ${RUNNING.end}::text AS "periodEnd"`;
export type LayeredState = PriceState & { periodPrice: Cents | null; periodEnd: string | null };

export function layeredRow(row: LayeredState): LayeredRow {
  const { priceType, calculatedPrice, ownPrice, periodPrice, periodEnd } = row;
  const period = periodPrice === null || periodEnd === null ? null : { price: periodPrice, until: periodEnd };
  return { beneath: { priceType, calculatedPrice, ownPrice }, period };
}

export const PRICE_AFTER = `${centsSql('c.new_price')} AS "effectivePrice", c.new_type AS "priceType"`;

/** The same before the change. */
export const PRICE_BEFORE = `${centsSql('c.old_price')} AS "formerPrice", c.old_type AS "formerType"`;
