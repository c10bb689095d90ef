import type { UpdateKind, ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { releasedSql } from '../../db/kinds-sql.ts';
import { DOUBTED } from '../../db/doubted-sql.ts';
import { ask, statement, typed, type RowFrom } from '../../db/statement.ts';

const columns = {
  id: 'int',
  apoId: 'int',
  kind: typed<UpdateKind>('text'),
  productGroup: typed<ProductGroup>('text'),
  itemCount: 'int',
  createdAt: 'time',
  autoActionAt: 'time?',
  autoAction: typed<'approve' | 'delete' | null>('text?'),
  released: 'bool',
  heldAt: 'time?',
  heldRows: 'int?',
  doubted: 'bool',
} as const;
/** An open package as it is stored. */
export type StoredPackage = RowFrom<typeof columns>;
const SELECT = `SELECT id, apo_id AS "apoId", kind, product_group AS "productGroup", item_count AS "itemCount",
    created_at AS "createdAt", auto_action_at AS "autoActionAt", auto_action AS "autoAction",
    ${releasedSql()} AS released, held_at AS "heldAt", held_rows AS "heldRows",
    ${DOUBTED} AS doubted
  FROM price_update WHERE status = 0`;

const ALL = statement(columns, SELECT);
const OF_PHARMACIES = statement(columns, `${SELECT} AND apo_id = ANY($1)`);

const MAX_NAMED_PHARMACIES = 2_000;

export async function readOpenPackages(db: Queryable, apoIds: readonly number[]): Promise<StoredPackage[]> {
  return apoIds.length > MAX_NAMED_PHARMACIES ? ask(db, ALL) : ask(db, OF_PHARMACIES, [apoIds]);
}
