// Columns of prices in the names of the domain (ADR 39): the database keeps euros with two
// decimals, what is read is cents.

const cents = (column: string) => `(${column} * 100)::int`;

/** The day of a moment as the pharmacies' calendars have it, '2026-11-22'. */
export const berlinDay = (moment: string) => `to_char(${moment} AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD')`;

/** The `PriceState` of a row of `price_item` that the statement calls `i`. */
export const PRICE_STATE = `i.price_type AS "priceType", ${cents('i.calculated_price')} AS "calculatedPrice",
            ${cents('i.manual_price')} AS "ownPrice"`;

/** Price in force and type after the change that a row of `price_change` records, which the statement calls `c`. */
export const PRICE_AFTER = `${cents('c.new_price')} AS "effectivePrice", c.new_type AS "priceType"`;

/** The same before the change. */
export const PRICE_BEFORE = `${cents('c.old_price')} AS "formerPrice", c.old_type AS "formerType"`;

/**
 * What people noted of that change: why, and who had reviewed its price in the package that brought it.
 * @param apoId the pharmacy; as a parameter where all changes are of one, so that other nodes are not asked (ADR 65)
 */
export const logNotesOfChange = (apoId: '$1' | 'c.apo_id') => `c.reason, (
            SELECT string_agg(m.user_name, ', ' ORDER BY m.user_name)
              FROM history_entry h
              JOIN review_mark m ON m.apo_id = ${apoId} AND m.product_group = c.product_group AND m.pzn = c.pzn
               AND m.update_id = coalesce(h.mdp_import_id, h.qdp_import_id, h.lzd_import_id)
             WHERE h.apo_id = ${apoId} AND h.id = c.history_id AND m.price IS NOT DISTINCT FROM c.new_price) AS "reviewedBy"`;
