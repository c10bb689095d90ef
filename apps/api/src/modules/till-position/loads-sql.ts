import { PRODUCT_GROUPS } from '@portal/rules';
import { OMITS_WITHDRAWN } from '../till-profile/index.ts';

const GROUPS = `'{${PRODUCT_GROUPS.join(',')}}'::text[]`;

/** The last load of each account and group, of pharmacy `$1` or of all (rules 22.2 and 22.7). */
export function loadsSql(whose: 'one' | 'all'): string {
  const of = (apoId: string) => (whose === 'one' ? `${apoId} = $1` : 'true');
  return `SELECT t.apo_id, t.account, job.product_group, t.cursor AS position, false AS omitted, t.seen_at AS at, t.loaded_at,
            NULL::text AS user_name, NULL::bigint AS file_id, t.loaded_at AS sent_at, NULL::text AS sent_by
       FROM till t CROSS JOIN unnest(${GROUPS}) AS job(product_group) WHERE ${of('t.apo_id')} AND t.cursor IS NOT NULL
     UNION ALL
     (SELECT DISTINCT ON (f.apo_id, loaded.product_group) f.apo_id, 'files', loaded.product_group, f.position,
             f.omits AND NOT ${OMITS_WITHDRAWN}, f.loaded_at, f.loaded_at, f.loaded_by, f.id, f.created_at, f.user_name
        FROM till_file f JOIN pharmacy p USING (apo_id) LEFT JOIN till t ON t.apo_id = f.apo_id AND t.account = 'files'
       CROSS JOIN LATERAL unnest(f.product_groups) AS loaded(product_group)
       WHERE ${of('f.apo_id')} AND f.load_no IS NOT NULL AND f.loaded_at IS NOT NULL AND f.loaded_by IS NOT NULL
         AND (t.removed_at IS NULL OR f.loaded_at > t.removed_at)
       ORDER BY f.apo_id, loaded.product_group, f.load_no DESC)`;
}
