import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { formatCursor, readTillPharmacy, type TillAccount } from '../till-sync/index.ts';

/** What is known beside an inventory when it comes. */
export type Beside = {
  /** What the lists are, as a cursor. */
  readonly position: string;
  /** What the till has acknowledged, and when. */
  readonly acknowledged: string | null;
  readonly acknowledgedAt: Date | null;
  /** The last confirmed load of a file, 0 without one. */
  readonly loadNo: number;
};

const KNOWN = statement(
  { crmCompanyId: 'int', acknowledged: 'text?', acknowledgedAt: 'time?', loadNo: 'int' },
  `SELECT crm_company_id AS "crmCompanyId", t.cursor AS acknowledged, t.loaded_at AS "acknowledgedAt",
          (SELECT coalesce(max(load_no), 0) FROM till_file f WHERE f.apo_id = $1) AS "loadNo"
     FROM pharmacy p LEFT JOIN till t ON t.apo_id = p.apo_id AND t.account = $2 WHERE p.apo_id = $1`,
);

export async function readBeside(
  db: Queryable,
  { apoId, account }: { apoId: number; account: TillAccount },
): Promise<Beside> {
  const { crmCompanyId, ...known } = await askOne(db, KNOWN, [apoId, account]);
  const { position } = await readTillPharmacy(db, crmCompanyId);
  return { position: formatCursor({ to: position }), ...known };
}
