import { testPzn } from '../support/seed.ts';
import type { Row } from './changes.ts';
import { BROUGHT, changesOf, NOW, ok, openStage, REFERENCES, SEEDED, type Stage, TAKEN } from './support.ts';

export const [calculated, excluded, own, permanent, same, seen, unlisted, inactive, edited, added] = Array.from(
  { length: 10 },
  (_, n) => testPzn(n + 1),
) as [string, string, string, string, string, string, string, string, string, string];
export const LATER = '2026-03-12T10:00:00.000Z';
export const APO = 500_001;
export const at = (pzn: string, update?: number) => `${update ?? APO} ${pzn}`;
export const list = (group = 'OTC') => `list ${APO} ${group}`;

/** A stage with products of every kind on the list. */
export async function openApprovals(): Promise<Stage> {
  const stage = await openStage();
  await stage.items('OTC', {
    [calculated]: {},
    [excluded]: { price_type: 1, price_old: '3.33' },
    [own]: { price_type: 2, manual_price: '8.00' },
    [permanent]: { price_type: 3, manual_price: '7.00' },
    [same]: {},
    [seen]: {},
    [unlisted]: {},
    [inactive]: {},
    [edited]: { avp: null },
  });
  return stage;
}

/** What a package says of them. */
export const rows: Record<string, Row> = {
  [calculated]: { ...BROUGHT, avp_old: '1.01', ravp: '1.02', ravp_national: '1.03', true_price_old: '1.04' },
  [excluded]: {},
  [own]: { units: 12 },
  [permanent]: { avp: '13.50' },
  [same]: { true_price: '9.99', avp: '12.50', units: 40 },
  [seen]: { true_price: '9.99', avp: '12.75' },
  [inactive]: { ...BROUGHT, inactive: true },
  [edited]: { edited_price: '5.01', edited_permanent: false, edited_ignore: false, edited_version: 1 },
};

const path = (stage: Stage, kind: string, id: number) => `/api/price/approve/${kind}/${stage.pharmacy.path}/${id}/OTC`;
/** @returns what the approval changes, in all tables */
export const approve = (stage: Stage, kind: string, id: number, products: Row[] = []) =>
  changesOf(stage, () => ok(stage.owner.put(path(stage, kind, id), { products })));
/** Two days later. @returns what the reopening changes, in all tables */
export const reopen = async (stage: Stage, kind: string, id: number) => {
  stage.portal.clock.set(LATER);
  return changesOf(stage, () => ok(stage.sales.delete(path(stage, kind, id))));
};

/** A price change as everything of a package writes it. */
export const change = (pzn: string, cells: Row) => ({
  apo_id: APO,
  pzn,
  product_group: 'OTC',
  created_at: NOW,
  user_name: 'Anna Berger',
  actor: 'subject-Anna Berger',
  avp: '12.50',
  list_version: list(),
  history_id: 'entry 1',
  ...cells,
});
/** The row before the approval, as it is kept to be restored. */
export const outcome = (pzn: string, id: number, cells: Row) => ({
  apo_id: APO,
  update_id: id,
  pzn,
  listed: true,
  ...REFERENCES,
  calculated_price: '9.99',
  price_type: 0,
  price_old: '9.49',
  changed_at: new Date(SEEDED).toISOString(),
  after_type: 0,
  effective: true,
  part: 0,
  ...cells,
});
export const entry = (kind: string, id: number, event: string, more: Row = {}) => ({
  apo_id: APO,
  created_at: NOW,
  product_type: 'OTC',
  event,
  [`${kind}_import_id`]: id,
  has_log: true,
  user_name: 'Anna Berger',
  actor: 'subject-Anna Berger',
  by_staff: false,
  ...more,
});
export const message = (kind: string, importId: number) => ({
  kind: 'taskClosed',
  payload: {
    outcome: 'approved',
    closedAt: NOW,
    closedBy: 'Anna Berger',
    task: { kind, importId, productGroup: 'OTC' },
    pharmacy: { apoId: APO, crmCompanyId: 700_001 },
  },
  apo_id: APO,
  status: 'waiting',
  attempts: 0,
  created_at: NOW,
  next_attempt_at: NOW,
});
/** @param worth in cents, the changed rows that rests on, those left out, and of them new articles and leaving ones (rule 14.36) */
export const approved = (
  id: number,
  [cents, rows, missing, added, leaving]: readonly [number, number, number, number, number] = [0, 0, 0, 0, 0],
) => ({
  [id]: {
    status: 1,
    updated_at: NOW,
    approver: 'Anna Berger',
    approved_at: NOW,
    version: `package ${id}`,
    approved_list_version: list(),
    effect_cents: String(cents),
    effect_rows: rows,
    effect_missing: missing,
    effect_added: added,
    effect_leaving: leaving,
  },
});
export const effective = { changed_at: NOW, changed_version: list() };
export const none = (cells: Row) => Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null));
export const fresh = (cells: Row = {}) => ({
  apo_id: APO,
  pzn: added,
  product_group: 'OTC',
  calculated_price: '8.49',
  price_type: 0,
  ...TAKEN,
  ...effective,
  ...cells,
});
