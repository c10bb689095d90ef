import sql, { type Sql } from 'sql-template-tag';
import { PACKAGE_KINDS, type ResetChoice, resetsList, type UpdateKind } from '@portal/rules';

/** Rules of packages/rules in SQL; a property test holds them equal. */
export type ResolutionColumns = {
  readonly listType: Sql;
  readonly listOwnPrice: Sql;
  readonly ownPrice: Sql;
  readonly permanent: Sql;
  readonly exclusion: Sql;
  /** The package's calculated price. */
  readonly calculatedPrice: Sql;
};

/**
 * Adds `r.base`, `r.exclusion`, `r.permanent`, `r.changed`, `r.issue`, `r.after_type`, `r.after_manual`. Rules 6.15 and
 * 6.16.
 */
export function resolutionSql(kind: UpdateKind, resetChoice: ResetChoice | null, columns: ResolutionColumns): Sql {
  const { listType, listOwnPrice, ownPrice, permanent, exclusion, calculatedPrice } = columns;
  const base = resetsList({ kind, resetChoice }) ? sql`0` : sql`coalesce(${listType}, 0)`;
  const ends = PACKAGE_KINDS[kind].endsOwnPrices ? sql`base = 2` : sql`false`;
  return sql`
  CROSS JOIN LATERAL (SELECT ${base} AS base) r1
  CROSS JOIN LATERAL (SELECT coalesce(${exclusion}, base = 1) AS exclusion) r2
  CROSS JOIN LATERAL (SELECT coalesce(${permanent}, base = 3 AND NOT exclusion) AS permanent) r3
  CROSS JOIN LATERAL (
    SELECT ${ownPrice} IS NOT NULL OR r3.permanent <> (base = 3) OR exclusion <> (base = 1) AS changed) r4
  CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT changed THEN NULL
      WHEN r3.permanent AND exclusion THEN 'permanentWithExclusion'
      WHEN ${ownPrice} IS NOT NULL OR exclusion THEN NULL
      WHEN r3.permanent THEN CASE WHEN base <> 3 THEN 'permanentWithoutPrice' END
      WHEN base = 1 THEN 'exclusionNeedsPrice' END AS issue) r5
  CROSS JOIN LATERAL (SELECT CASE
      WHEN NOT changed THEN CASE WHEN ${ends} THEN 0 ELSE base END
      WHEN exclusion OR base = 1 AND ${ownPrice} IS NULL THEN 1
      WHEN ${ownPrice} IS NULL THEN 0
      WHEN r3.permanent THEN 3 ELSE 2 END::smallint AS after_type) r6
  CROSS JOIN LATERAL (
    SELECT base, exclusion, r3.permanent, changed, after_type,
           CASE WHEN issue IS NULL AND after_type = 0 AND ${calculatedPrice} IS NULL THEN 'withoutPrice' ELSE issue END AS issue,
           CASE WHEN after_type IN (2, 3) THEN CASE WHEN changed THEN ${ownPrice} ELSE ${listOwnPrice} END END AS after_manual) r`;
}
