import { PRODUCT_GROUPS } from '@portal/rules';
import { type Versions, versionArray } from './cursor.ts';

/** `$1` apoId, `$2` groups, `$3` and `$4` versions. OFFSET 0 keeps the planner on the version index. Rule 9.4. */
export function changesSql(columns: string, where = 'true'): string {
  return `unnest($2::text[], $3::bigint[], $4::bigint[]) AS span(product_group, after_version, to_version)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM price_change
         WHERE apo_id = $1 AND product_group = span.product_group AND list_version > span.after_version
           AND list_version <= span.to_version AND ${where} OFFSET 0) AS change`;
}

/** `$1` to `$4` of `changesSql`. */
export function changesSpan(listApoId: number, from: Versions, to: Versions): unknown[] {
  return [listApoId, PRODUCT_GROUPS, versionArray(from), versionArray(to)];
}
