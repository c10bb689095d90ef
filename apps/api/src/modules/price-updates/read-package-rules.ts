import { standingRuleName, UPDATES_UNTIL_ASKED } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, statement } from '../../db/statement.ts';

type PackageRule = { readonly id: number; readonly name: string; readonly asks: boolean };

/** Rules whose untouched drafts an open package holds; ended ones too (rule 18.9). */
export function readPackageRules(
  db: Queryable,
  { apoId, id, status }: { apoId: number; id: number; status: number },
): Promise<PackageRule[]> {
  return status === 0 ? ask(db, PACKAGE_RULES, [apoId, id, UPDATES_UNTIL_ASKED]) : Promise.resolve([]);
}

/** Updates of a rule `s` of pharmacy $1 since it was confirmed (rule 18.12). */
export const UPDATES_SINCE = `(SELECT count(*) FROM price_update u
  WHERE u.apo_id = $1 AND u.product_group = ANY(s.product_groups) AND u.kind IN ${kindsSql('clock')} AND u.created_at > s.confirmed_at)::int`;

const [BEFORE_NAME, BEHIND_NAME] = standingRuleName('\n').split('\n') as [string, string];

const PACKAGE_RULES = statement<PackageRule>(
  { id: 'int', name: 'text', asks: 'bool' },
  `SELECT d.id, d.name, coalesce(${UPDATES_SINCE} >= $3, false) AS asks
     FROM (SELECT edited_rule AS id, substr(min(edited_by), ${BEFORE_NAME.length + 1}, length(min(edited_by)) - ${BEFORE_NAME.length + BEHIND_NAME.length}) AS name
             FROM price_update_item WHERE apo_id = $1 AND update_id = $2 AND edited_rule IS NOT NULL AND edited_actor IS NULL GROUP BY 1) d
     LEFT JOIN standing_rule s ON s.apo_id = $1 AND s.id = d.id
    ORDER BY s.position, d.id`,
);
