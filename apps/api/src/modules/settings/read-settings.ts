import type { AffectedPackage, GroupFlags, Settings } from '@portal/contracts';
import { type FlagKind, PRODUCT_GROUPS, type ProductGroup, shownDeadline } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { calledIn, readSettingRow, settingColumns, settingIn } from '../../db/setting-sql.ts';
import { ask, statement, typed, type RowOf } from '../../db/statement.ts';
import { readPharmacyFamily } from '../pharmacies/index.ts';
import { countFixedPrices } from '../price-reviews/index.ts';
import { DOUBTED } from '../../db/doubted-sql.ts';

/** Rule 12.1. */
export async function readSettings(
  { database: { pool: db }, clock }: { database: Database; clock: Clock },
  pharmacy: PharmacyContext,
  caller: Caller,
): Promise<Settings> {
  const family = await readPharmacyFamily(db, pharmacy.apoId, caller.access);
  const head = {
    pharmacy: family.pharmacy,
    mirrorPharmacies: family.mirrors,
    parentPharmacy: family.main,
    now: clock.now().toISOString(),
  };
  if (!pharmacy.pilotAccess) return { status: 'NO_PILOT', flags: [], priceReview: null, ...head };
  const apoId = pharmacy.listApoId;
  const [lists, open, row, fixedPrices] = await Promise.all([
    ask(db, LISTS, [apoId]),
    readOpenPackages(db, apoId),
    readSettingRow(db, { apoId }),
    countFixedPrices(db, apoId),
  ]);
  const ofPharmacy = calledIn('pharmacy', row);
  const groups = PRODUCT_GROUPS.map((productGroup): GroupFlags => {
    const list = lists.find((candidate) => candidate.productGroup === productGroup);
    const of = (kind: FlagKind) =>
      affected(open.find((update) => update.productGroup === productGroup && update.kind === kind));
    return {
      productGroup,
      count: Number(list?.count ?? 0),
      ...settingIn('flag', list),
      ...settingIn('qdpFlag', list),
      ...calledIn('group', list),
      mdp: of('MDP'),
      qdp: of('QDP'),
    };
  });
  const priceReview = { ...ofPharmacy.priceReview, ...fixedPrices };
  return { status: 'OK', flags: groups, ...ofPharmacy, priceReview, ...head };
}

const LISTS = statement(
  { ...settingColumns('group'), productGroup: 'text', count: 'int' },
  `SELECT product_group AS "productGroup", item_count AS count, ${Object.keys(settingColumns('group')).join(', ')}
     FROM list_version WHERE apo_id = $1`,
);

const OPEN_PACKAGES = statement(
  {
    id: 'int',
    kind: typed<FlagKind>('text'),
    productGroup: typed<ProductGroup>('text'),
    createdAt: 'time',
    reopenedAt: 'time?',
    autoActionAt: 'time?',
    autoAction: typed<'approve' | 'delete' | null>('text?'),
    active: 'int',
    doubted: 'bool',
  },
  `SELECT u.id, u.kind, u.product_group AS "productGroup", u.created_at AS "createdAt", u.reopened_at AS "reopenedAt",
          u.auto_action_at AS "autoActionAt", u.auto_action AS "autoAction", p.active, ${DOUBTED} AS doubted
     FROM price_update u JOIN pharmacy p USING (apo_id) WHERE u.apo_id = $1 AND u.status = 0 AND u.kind IN ${kindsSql('clock')}`,
);

type OpenRow = RowOf<typeof OPEN_PACKAGES>;

async function readOpenPackages(db: Queryable, apoId: number): Promise<OpenRow[]> {
  return ask(db, OPEN_PACKAGES, [apoId]);
}

function affected(open: OpenRow | undefined): AffectedPackage | null {
  if (!open) return null;
  const deadline = shownDeadline(open, open.active);
  return {
    id: open.id,
    createdAt: open.createdAt.toISOString(),
    reopenedAt: open.reopenedAt?.toISOString() ?? null,
    doubted: open.doubted,
    deadline: deadline && { ...deadline, at: deadline.at.toISOString() },
  };
}
