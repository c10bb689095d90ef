/**
 * The effective changes of a list between two moments, as SQL to select from. `$1` apoId of the list, `$2` groups, `$3` and `$4`
 * the versions after which and up to which. OFFSET 0 keeps the planner at the index by version: left to itself it reads a
 * pharmacy's whole past in the order of the PZN as soon as the rows are to be sorted by it (rule 9.4).
 */
export function changesSql(columns: string, where = 'true'): string {
  return `unnest($2::text[], $3::bigint[], $4::bigint[]) AS span(product_group, after_version, to_version)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM price_change
         WHERE apo_id = $1 AND product_group = span.product_group AND list_version > span.after_version
           AND list_version <= span.to_version AND ${where} OFFSET 0) AS change`;
}
