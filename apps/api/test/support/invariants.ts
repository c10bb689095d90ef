import type { Database } from '../../src/db/database.ts';
import { verifyChain } from '../../src/modules/history-writing/index.ts';

/**
 * What must always hold for every pharmacy: each listed price that ever changed is what exactly one last change
 * says, every package that is not open any more has its history entry, counts agree with the list, no package is half
 * stored or half applied.
 * @returns the rules that do not hold, each with the first few offenders; nothing when all is well
 */
export async function brokenInvariants({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const checks: Record<string, string> = {
    'a price that its last change does not explain': `
      SELECT c.pzn FROM (SELECT DISTINCT ON (apo_id, pzn) * FROM price_change ORDER BY apo_id, pzn, id DESC) c
        LEFT JOIN price_item i USING (apo_id, pzn)
       WHERE (c.new_type IS NULL) <> (i.pzn IS NULL) OR i.price_type <> c.new_type
          OR CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END
             IS DISTINCT FROM c.new_price`,
    'a chain of changes with a gap': `
      SELECT pzn FROM (SELECT pzn, old_price, old_type, lag(new_price) OVER w AS before_price,
                              lag(new_type) OVER w AS before_type, row_number() OVER w AS nr
                         FROM price_change WINDOW w AS (PARTITION BY apo_id, pzn ORDER BY id)) c
       WHERE nr > 1 AND (old_price, old_type) IS DISTINCT FROM (before_price, before_type)`,
    'a closed package without history': `
      SELECT u.id::text FROM price_update u WHERE u.status <> 0 AND NOT EXISTS (
        SELECT FROM history_entry h WHERE h.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id, h.lzd_import_id))`,
    'a count that is wrong': `
      SELECT v.apo_id::text FROM list_version v WHERE (item_count, negative_count) <> (
        SELECT count(*) FILTER (WHERE price_type <> 1), count(*) FILTER (WHERE price_type = 1)
          FROM price_item i WHERE i.apo_id = v.apo_id AND i.product_group = v.product_group)`,
    'a day of review of a price that is not fixed, or without its day before': `
      SELECT i.pzn FROM price_item i
       WHERE i.review_due IS NOT NULL AND (coalesce(i.base_type, i.price_type) NOT IN (1, 3) OR i.review_since IS NULL)
          OR i.review_reminds AND i.review_due IS NULL`,
    'outcomes of a package that is not approved': `
      SELECT u.id::text FROM price_update u WHERE u.status <= 0 AND EXISTS (
        SELECT FROM price_update_outcome o WHERE o.apo_id = u.apo_id AND o.update_id = u.id AND o.part = 0)`,
    'outcomes of no part': `
      SELECT o.update_id::text FROM price_update_outcome o WHERE o.part > 0 AND NOT EXISTS (
        SELECT FROM price_update_approval a WHERE a.apo_id = o.apo_id AND a.update_id = o.update_id AND a.number = o.part)`,
    'a part without its rows': `
      SELECT a.update_id::text FROM price_update_approval a
       WHERE a.row_count <> (SELECT count(*) FROM price_update_outcome o
                              WHERE o.apo_id = a.apo_id AND o.update_id = a.update_id AND o.part = a.number)`,
    'an approved package whose outcomes miss changes': `
      SELECT pzn FROM (
        SELECT o.apo_id, o.pzn, coalesce(a.list_version, u.approved_list_version)
          FROM price_update_outcome o JOIN price_update u ON u.apo_id = o.apo_id AND u.id = o.update_id
          LEFT JOIN price_update_approval a ON a.apo_id = o.apo_id AND a.update_id = o.update_id AND a.number = o.part
         WHERE o.effective
        EXCEPT SELECT apo_id, pzn, list_version FROM price_change) missing`,
    'two changes of one product at one version of the list': `
      SELECT pzn FROM price_change GROUP BY apo_id, product_group, list_version, pzn HAVING count(*) > 1`,
    'a change that is newer than its list': `
      SELECT c.pzn FROM price_change c LEFT JOIN list_version v USING (apo_id, product_group)
       WHERE v.version IS NULL OR c.list_version > v.version`,
    'a price that changed without a change': `
      SELECT i.pzn FROM price_item i
       WHERE i.changed_version > 1 AND i.changed_version IS DISTINCT FROM (
         SELECT max(c.list_version) FROM price_change c
          WHERE c.apo_id = i.apo_id AND c.pzn = i.pzn AND c.product_group = i.product_group)`,
    'a delivered package without history': `
      SELECT u.id::text FROM price_update u WHERE u.delivery_hash IS NOT NULL AND NOT EXISTS (
        SELECT FROM history_entry h WHERE h.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id, h.lzd_import_id))`,
    'a package without all its rows': `
      SELECT u.id::text FROM price_update u
       WHERE u.item_count <> (SELECT count(*) FROM price_update_item i WHERE i.apo_id = u.apo_id AND i.update_id = u.id)`,
    "a draft of a rule that is a person's or none": `
      SELECT pzn FROM price_update_item WHERE edited_rule IS NOT NULL AND (edited_actor IS NOT NULL OR edited_price IS NULL OR edited_by NOT LIKE 'Regel »%')`,
    'a rule of a mirror': `
      SELECT s.apo_id::text FROM standing_rule s JOIN pharmacy p USING (apo_id) WHERE p.parent_apo_id IS NOT NULL`,
    'rows of no package': `
      SELECT i.update_id::text FROM price_update_item i WHERE NOT EXISTS (SELECT FROM price_update u WHERE u.apo_id = i.apo_id AND u.id = i.update_id)`,
    'two open packages of a kind': `
      SELECT min(id)::text FROM price_update WHERE status = 0 GROUP BY apo_id, product_group, kind HAVING count(*) > 1`,
    'a period out of step with its row': `
      SELECT coalesce(i.pzn, p.pzn) FROM (SELECT * FROM price_item WHERE base_type IS NOT NULL) i
        FULL JOIN (SELECT * FROM price_period WHERE state = 'running') p USING (apo_id, pzn)
       WHERE (i.period_since, i.period_end, i.manual_price, i.product_group)
             IS DISTINCT FROM (p.began_version, p.ends_on, p.price, p.product_group)`,
    'a period to come of an article that is not listed': `
      SELECT p.pzn FROM price_period p LEFT JOIN price_item i USING (apo_id, pzn, product_group) WHERE p.state = 'coming' AND i.pzn IS NULL`,
    'a log without rows or rows without a log': `
      SELECT h.id::text FROM history_entry h
       WHERE h.has_log <> EXISTS (SELECT FROM price_change c WHERE c.apo_id = h.apo_id AND c.history_id = h.id)`,
  };
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(checks)) {
    const { rows } = await pool.query({ text: sql, rowMode: 'array' });
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 5).join(', ')}`);
  }
  const { rows } = await pool.query<{ id: number }>('SELECT DISTINCT apo_id AS id FROM history_entry ORDER BY 1');
  for (const { id } of rows) {
    const { issues } = await verifyChain(pool, id);
    // What tests and migrations have put in themselves has no link.
    broken.push(...issues.filter((issue) => !issue.includes('no link')).map((issue) => `${id}: ${issue}`));
  }
  return broken;
}
