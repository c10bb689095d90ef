import type { ApprovalEffect, Dashboard, LatestApproval, ProductGroupEntry } from '@portal/contracts';
import {
  isLzdUploadBlocked,
  isoDay,
  PRODUCT_GROUPS,
  type ProductGroup,
  shownDeadline,
  type UpdateKind,
} from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import type { Queryable } from '../../db/database.ts';
import { holdOf } from '../../db/package-on-hold.ts';
import { releasedSql } from '../../db/kinds-sql.ts';
import { ask, askOne, prepared, statement, typed, type RowOf } from '../../db/statement.ts';
import { readUnconfirmedFile } from '../exports/index.ts';
import { dueCountSql } from '../price-reviews/index.ts';
import { readAllDoubted, readTillDeviations, sumUpDeviations } from '../till-inventory/index.ts';
import { readTills, sumUpTills } from '../till-position/index.ts';
import { readPharmacyFamily } from './read-pharmacies.ts';

type ApprovedRow = { productGroup: ProductGroup; kind: UpdateKind; id: number; approvedAt: Date };

/** Rule 2.12. Rule 1.8. */
export async function readDashboard(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  pharmacy: PharmacyContext,
  caller: Caller,
): Promise<Dashboard> {
  const now = clock.now();
  const read = await database.read(async (db) => {
    const family = await readPharmacyFamily(db, pharmacy.apoId, caller.access);
    if (!pharmacy.pilotAccess) return { family, data: undefined };
    const data = {
      groups: await readGroups(db, pharmacy.listApoId, now),
      open: await readOpenPackages(db, pharmacy.listApoId),
      approved: await readLatestApprovals(db, pharmacy.listApoId),
      approvalEffects: await readApprovalEffects(db, pharmacy.listApoId, caller.access.staff),
      periods: await askOne(db, PERIODS, [pharmacy.listApoId, isoDay(now)]),
      // A mirror has a till of its own.
      ...(await readTillOf(db, pharmacy, now)),
    };
    return { family, data };
  });
  const { pharmacy: card, mirrors: shadowPharmacies, main: parentPharmacy } = read.family;
  const lzdUploadBlocked = isLzdUploadBlocked(now);
  const head = { pharmacy: card, shadowPharmacies, parentPharmacy, lzdUploadBlocked, now: now.toISOString() };
  const nothing = {
    tpData: [],
    latestApprovals: [],
    approvalEffects: [],
    periods: null,
    till: null,
    tillLacks: null,
    tills: [],
    tillCheck: null,
    tillDoubted: null,
    tillFile: null,
  };
  if (!read.data) return { status: 'NO_PILOT', ...head, ...nothing };
  const { groups, open, approved, approvalEffects, periods, ...told } = read.data;
  const tpData = PRODUCT_GROUPS.map((group) => {
    const ofGroup = open.filter(({ productGroup }) => productGroup === group);
    return {
      ...groupEntry(
        groups.find((row) => row.productGroup === group),
        group,
        // Staff only (rule 2.13).
        ofGroup.filter((row) => row.ready || caller.access.staff),
      ),
      lzdPending: ofGroup.some(({ ready }) => !ready),
    };
  });
  const latestApprovals = latestByGroup(approved);
  return { status: 'OK', ...head, tpData, latestApprovals, approvalEffects, periods, ...told };
}

async function readTillOf(
  db: Queryable,
  pharmacy: PharmacyContext,
  now: Date,
): Promise<Pick<Dashboard, 'till' | 'tillLacks' | 'tills' | 'tillCheck' | 'tillDoubted' | 'tillFile'>> {
  const known = await readTills(db, pharmacy);
  const deviations = await readTillDeviations(db, pharmacy);
  const tills = known.tills.map((till) => {
    const check = deviations.find(({ account }) => account === till.account);
    if (!check) return { ...till, check: null };
    const { takenAt, count, missing } = check;
    return { ...till, check: { takenAt: takenAt.toISOString(), count, missing } };
  });
  const [doubted] = await readAllDoubted(db, pharmacy.apoId);
  return {
    ...(await sumUpTills(db, pharmacy.apoId, known)),
    tills,
    tillCheck: sumUpDeviations(deviations),
    tillDoubted: doubted ? { account: doubted.account, takenAt: doubted.takenAt.toISOString() } : null,
    tillFile: await readUnconfirmedFile(db, pharmacy.apoId, { position: known.position, now }),
  };
}

const GROUPS = prepared(
  statement(
    {
      productGroup: typed<ProductGroup>('text'),
      count: 'int',
      negative: 'int',
      lastChange: 'time?',
      flag: 'int',
      qdpFlag: 'int',
      dueReviews: 'int',
    },
    `SELECT product_group AS "productGroup", item_count AS count, negative_count AS negative,
          last_change AS "lastChange", flag, qdp_flag AS "qdpFlag",
          ${dueCountSql('list_version.product_group')} AS "dueReviews"
     FROM list_version WHERE apo_id = $1`,
  ),
);

/** Rule 17.9; $2 today. */
const PERIODS = prepared(
  statement(
    { running: 'int', coming: 'int', begin: 'int', end: 'int' },
    `SELECT count(*) FILTER (WHERE state = 'running')::int AS running, count(*) FILTER (WHERE state = 'coming')::int AS coming,
          count(*) FILTER (WHERE begins_on = $2::date)::int AS begin,
          count(*) FILTER (WHERE state = 'running' AND ends_on = $2::date)::int AS end
     FROM price_period WHERE apo_id = $1 AND state <> 'ended'`,
  ),
);

type GroupRow = RowOf<typeof GROUPS>;

async function readGroups(db: Queryable, apoId: number, now: Date): Promise<GroupRow[]> {
  return ask(db, GROUPS, [apoId, isoDay(now)]);
}

const OPEN_PACKAGES = prepared(
  statement(
    {
      id: 'int',
      kind: typed<UpdateKind>('text'),
      productGroup: typed<ProductGroup>('text'),
      createdAt: 'time',
      autoActionAt: 'time?',
      autoAction: typed<'approve' | 'delete' | null>('text?'),
      ready: 'bool',
      rows: 'int',
      active: 'int',
      heldAt: 'time?',
      heldRows: 'int?',
    },
    `SELECT u.id, u.kind, u.product_group AS "productGroup", u.created_at AS "createdAt",
          u.auto_action_at AS "autoActionAt", u.auto_action AS "autoAction",
          ${releasedSql('u.')} AS ready, u.item_count AS rows, p.active,
          u.held_at AS "heldAt", u.held_rows AS "heldRows"
     FROM price_update u JOIN pharmacy p USING (apo_id) WHERE u.apo_id = $1 AND u.status = 0`,
  ),
);

type OpenPackage = RowOf<typeof OPEN_PACKAGES>;

async function readOpenPackages(db: Queryable, apoId: number): Promise<OpenPackage[]> {
  return ask(db, OPEN_PACKAGES, [apoId]);
}

const LATEST_APPROVALS = prepared(
  statement<ApprovedRow>(
    { productGroup: 'text', kind: 'text', id: 'int', approvedAt: 'time' },
    `SELECT DISTINCT ON (product_group, kind) product_group AS "productGroup", kind, id, approved_at AS "approvedAt"
     FROM price_update WHERE apo_id = $1 AND status > 0 AND approved_at IS NOT NULL
    ORDER BY product_group, kind, approved_at DESC, id DESC`,
  ),
);

async function readLatestApprovals(db: Queryable, apoId: number): Promise<ApprovedRow[]> {
  return ask(db, LATEST_APPROVALS, [apoId]);
}

type EffectRow = ApprovedRow & {
  cents: string;
  rows: number;
  missing: number;
  added: number | null;
  leaving: number | null;
  /** Parts of a package whose rest is not approved. */
  partial: boolean;
};

/** By the index of the pharmacy's packages, which are few. */
const APPROVAL_EFFECTS = prepared(
  statement<EffectRow>(
    {
      productGroup: 'text',
      kind: 'text',
      id: 'int',
      approvedAt: 'time',
      cents: 'bigint',
      rows: 'int',
      missing: 'int',
      added: 'int?',
      leaving: 'int?',
      partial: 'bool',
    },
    `SELECT product_group AS "productGroup", kind, id, approved_at AS "approvedAt", effect_cents AS cents,
          effect_rows AS rows, effect_missing AS missing, effect_added AS added, effect_leaving AS leaving, false AS partial
     FROM price_update WHERE apo_id = $1 AND status > 0 AND approved_at IS NOT NULL
      AND effect_cents IS NOT NULL AND effect_rows IS NOT NULL AND effect_missing IS NOT NULL
    UNION ALL
   SELECT u.product_group, u.kind, u.id, max(a.approved_at), sum(a.effect_cents)::bigint, sum(a.effect_rows)::int, sum(a.effect_missing)::int,
          sum(a.effect_added)::int, sum(a.effect_leaving)::int, true
     FROM price_update_approval a JOIN price_update u ON u.apo_id = a.apo_id AND u.id = a.update_id
    WHERE a.apo_id = $1 AND (u.status = 0 OR u.status < 0 AND $2) GROUP BY u.product_group, u.kind, u.id
    ORDER BY "approvedAt" DESC, id DESC LIMIT 12`,
  ),
);

async function readApprovalEffects(db: Queryable, apoId: number, staff: boolean): Promise<ApprovalEffect[]> {
  const rows = await ask(db, APPROVAL_EFFECTS, [apoId, staff]);
  return rows
    .map(({ approvedAt, cents, rows: counted, missing, added, leaving, ...approval }) => {
      const lacks = added === null || leaving === null ? null : { added, leaving, units: missing - added - leaving };
      const effect = { cents: Number(cents), rows: counted, missing, lacks };
      return { ...approval, approvedAt: approvedAt.toISOString(), effect };
    })
    .toReversed();
}

function groupEntry(
  row: GroupRow | undefined,
  productGroup: ProductGroup,
  open: OpenPackage[],
): Omit<ProductGroupEntry, 'lzdPending'> {
  const of = (kind: OpenPackage['kind']) => open.find((candidate) => candidate.kind === kind);
  const [mdp, qdp, lzd] = [of('MDP'), of('QDP'), of('LZD')];
  return {
    productGroup,
    count: row?.count ?? 0,
    negative: row?.negative ?? 0,
    lastChange: row?.lastChange?.toISOString() ?? null,
    dueReviews: row?.dueReviews ?? 0,
    flag: row?.flag ?? 0,
    qdpFlag: row?.qdpFlag ?? 0,
    mdpId: mdp?.id ?? null,
    mdpCreatedAt: mdp?.createdAt.toISOString() ?? null,
    mdpDeadline: deadlineOf(mdp),
    mdpHeld: mdp ? holdOf(mdp) : null,
    mdpRows: mdp?.rows ?? null,
    qdpId: qdp?.id ?? null,
    qdpCreatedAt: qdp?.createdAt.toISOString() ?? null,
    qdpDeadline: deadlineOf(qdp),
    qdpHeld: qdp ? holdOf(qdp) : null,
    qdpRows: qdp?.rows ?? null,
    lzdId: lzd?.id ?? null,
    lzdCreatedAt: lzd?.createdAt.toISOString() ?? null,
    lzdRows: lzd?.rows ?? null,
    readyToApprove: lzd?.ready ?? false,
  };
}

function deadlineOf(open: OpenPackage | undefined): ProductGroupEntry['mdpDeadline'] {
  const deadline = open ? shownDeadline(open, open.active) : null;
  return deadline && { ...deadline, at: deadline.at.toISOString() };
}

function latestByGroup(rows: ApprovedRow[]): LatestApproval[] {
  return PRODUCT_GROUPS.flatMap((productGroup) => {
    const of = (kind: ApprovedRow['kind']) =>
      rows.find((row) => row.productGroup === productGroup && row.kind === kind);
    const [lzd, mdp, qdp] = [of('LZD'), of('MDP'), of('QDP')];
    if (!lzd && !mdp && !qdp) return [];
    return [
      {
        productGroup,
        latestlzd: lzd?.approvedAt.toISOString() ?? null,
        latestmdp: mdp?.approvedAt.toISOString() ?? null,
        latestqdp: qdp?.approvedAt.toISOString() ?? null,
        lzdimportId: lzd?.id ?? null,
        mdpimportId: mdp?.id ?? null,
        qdpimportId: qdp?.id ?? null,
      },
    ];
  });
}
