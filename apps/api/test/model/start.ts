import { pznCheckDigit } from '@portal/rules';
import type { Database } from '../../src/db/database.ts';
import { seedList, seedPharmacy } from '../support/seed.ts';
import { type Flag, type Group, GROUPS, type Item, type List, type Pharmacy, type World } from './state.ts';
import { BULK_COUNT, bulkAvp, bulkPrice, PZN_COUNT } from './steps/picks.ts';

type Start = Partial<Pick<Pharmacy, 'country' | 'pilot' | 'active' | 'contract' | 'access' | 'emails' | 'parent'>> & {
  /** Which of the products stand on which list, by position. */
  listed: Partial<Record<Group, number[]>>;
  /** How updates of these groups are approved, where it is not 0 and 0. */
  flags?: Partial<Record<Group, [Flag, Flag]>>;
  /** The list that whole files come for. */
  bulk?: Group;
};

/** The pharmacies of every run; steps name them by position. */
const PHARMACIES: Start[] = [
  { listed: { OTC: [0, 1, 2, 3], FREIWAHL: [4, 5] }, flags: { FREIWAHL: [2, 1] } },
  { listed: { OTC: [0, 2, 6] }, bulk: 'HILFSMITTEL' },
  { listed: {}, parent: 0 },
  { listed: { OTC: [0, 1, 2] }, pilot: false, country: 'AT' },
  { listed: { OTC: [0, 1, 3] }, active: 3 },
  { listed: {}, active: 0, contract: 0, access: false, emails: false },
];
export const PHARMACY_COUNT = PHARMACIES.length;

/** By position modulo four: calculated, exclusion, own, permanent. */
const ITEMS: Omit<Item, 'before' | 'changed'>[] = [
  { type: 0, calculated: 999, own: null },
  { type: 1, calculated: 500, own: null },
  { type: 2, calculated: 849, own: 800 },
  { type: 3, calculated: 750, own: 700 },
];
/** Of every article that is seeded. */
const LISTED_AVP = 1250;
const item = (position: number): Item => ({
  ...(ITEMS[position % 4] as (typeof ITEMS)[number]),
  before: null,
  avp: LISTED_AVP,
  changed: 0,
});

/**
 * Where runs begin: ordinary days, and days before a deadline, a blocked week or a change of the clocks. All lie in the future: a
 * process that has just started and does not know the time of the run yet finds nothing due.
 */
export const MOMENTS = [
  '2036-03-10T09:00:00Z',
  '2036-03-24T22:30:00Z',
  '2036-10-17T20:00:00Z',
  '2036-12-20T23:30:00Z',
  '2037-02-17T08:00:00Z',
];

let runs = 0;

/** Seeds pharmacies of its own for a run, with products that no other run knows. */
export async function startWorld(database: Database, moment: string): Promise<World> {
  runs += 1;
  const pzns = Array.from({ length: PZN_COUNT }, (_, n) => freshPzn(runs * (PZN_COUNT + BULK_COUNT) + n));
  const bulk = Array.from({ length: BULK_COUNT }, (_, n) => freshPzn(runs * (PZN_COUNT + BULK_COUNT) + PZN_COUNT + n));
  const pharmacies: Pharmacy[] = [];
  for (const [index, start] of PHARMACIES.entries())
    pharmacies.push(await seed(database, index, start, { pzns, bulk }, pharmacies));
  const tills = pharmacies.map(() => ({
    cursor: null,
    prices: {},
    pulled: { step: 0, exchanges: 0 },
    acknowledged: null,
    sent: [],
    lacks: [],
    refused: [],
    differs: false,
  }));
  // Those that are on no list yet are in the product master all the same, as after years of deliveries; the last one is new.
  const known = [...pzns.slice(0, -1), ...bulk];
  await database.prisma.product.createMany({
    data: known.map((pzn) => ({ pzn, name: `Produkt ${pzn}`, producer: 'Muster Pharma GmbH' })),
    skipDuplicates: true,
  });
  const products = Object.fromEntries(known.map((pzn) => [pzn, { name: `Produkt ${pzn}`, group: null }]));
  return {
    now: Date.parse(moment),
    step: 0,
    pharmacies,
    packages: [],
    refused: [],
    screens: [],
    tills,
    files: [],
    previews: [],
    pzns,
    bulk,
    products,
  };
}

/** What earlier runs left open must not come due in this one. */
export async function endRun({ pool }: Database): Promise<void> {
  await pool.query("UPDATE price_period SET state = 'ended', ended_at = now() WHERE state = 'coming'");
  await pool.query("UPDATE price_period SET ends_on = '2999-01-01' WHERE state = 'running'");
  await pool.query("UPDATE price_item SET period_end = '2999-01-01' WHERE base_type IS NOT NULL");
  await pool.query("UPDATE delivery SET state = 'closed', decided_at = arrived_at WHERE state = 'open'");
  await pool.query('UPDATE price_update SET product_changes = NULL WHERE product_changes IS NOT NULL');
  await pool.query(
    'UPDATE price_update SET auto_action_at = NULL, auto_action = NULL WHERE auto_action_at IS NOT NULL',
  );
}

async function seed(
  database: Database,
  index: number,
  start: Start,
  { pzns, bulk }: { pzns: string[]; bulk: string[] },
  before: Pharmacy[],
): Promise<Pharmacy> {
  const { country = 'DE', pilot = true, active = 1, contract = 1, access = true, emails = true, parent = null } = start;
  const { apoId, crmCompanyId, token } = await seedPharmacy(database, runs * 100 + index, {
    country,
    pilotAccess: pilot,
    active,
    contractStatus: contract,
    userAccessActivated: access,
    userEmails: emails ? 'issued' : null,
    ...(parent === null ? {} : { parentApoId: before[parent]?.apoId as number }),
  });
  const lists = Object.fromEntries(
    GROUPS.map((group) => [group, { items: {}, flag: 0, qdpFlag: 0, coming: [] } as List]),
  ) as Pharmacy['lists'];
  const euros = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));
  for (const group of GROUPS) {
    const [flag, qdpFlag] = start.flags?.[group] ?? [0, 0];
    Object.assign(lists[group], { flag, qdpFlag });
    const positions = start.listed[group] ?? [];
    if (start.bulk === group)
      for (const [n, pzn] of bulk.entries())
        lists[group].items[pzn] = {
          type: 0,
          calculated: bulkPrice(n),
          own: null,
          before: null,
          avp: bulkAvp(n),
          changed: 0,
        };
    else if (positions.length === 0) continue;
    for (const position of positions) lists[group].items[pzns[position] as string] = item(position);
    const items = Object.entries(lists[group].items).map(([pzn, { type, calculated, own, avp = null }]) => ({
      pzn,
      type,
      calculated: euros(calculated),
      manual: euros(own),
      avp: euros(avp),
    }));
    await seedList(database, { apoId }, group, items);
    await database.prisma.listVersion.updateMany({ where: { apoId, productGroup: group }, data: { flag, qdpFlag } });
  }
  return {
    apoId,
    crmId: crmCompanyId,
    token,
    country,
    pilot,
    active,
    contract,
    access,
    emails,
    parent,
    lists,
    moved: {},
    movedAt: [],
    altered: {},
    changedBeneath: {},
    ran: [],
    courses: {},
    takenBack: [],
    loads: [],
    left: {},
    formerMains: [],
    saves: [],
    periodIds: {},
    exchanges: 0,
    history: [],
    rules: [],
    reviewMonths: null,
  };
}

/** The n-th PZN of a run, beyond those of other tests; numbers without a check digit are passed over. */
function freshPzn(n: number): string {
  for (let base = 2_000_000 + n * 3; ; base += 1) {
    const digit = pznCheckDigit(String(base));
    if (digit !== undefined) return `${base}${digit}`;
  }
}
