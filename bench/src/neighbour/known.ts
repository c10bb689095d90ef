import type pg from 'pg';
import { type KnownValue, foreignPzn, OMIT } from './sample.ts';

/** What a schema cannot tell: a pharmacy's numbers, by the names that contracts give them. */
export type Known = {
  readonly apoId: number;
  /** Values of parameters, several where one call has several kinds of things to be about. */
  readonly params: Readonly<Record<string, readonly string[]>>;
  /** Open ones, the approved one last. */
  readonly packages: readonly {
    readonly kind: string;
    readonly id: number;
    readonly version: number;
    readonly productGroup: string;
  }[];
  readonly listVersion: number;
  readonly ruleIds: readonly number[];
  readonly cursor: string;
  /** Of the list, those first that no open package has; and those of packages. */
  readonly pzns: readonly string[];
  readonly inPackages: readonly string[];
  /** A pharmacy that nobody works in. */
  readonly spareId: number;
};

/** The articles of a list, and whether no open package has them. */
export const LISTED = `
  SELECT pzn, i.pzn IS NULL AS "isFree" FROM price_item p
    LEFT JOIN (SELECT DISTINCT pzn FROM price_update_item JOIN price_update u ON u.id = update_id AND u.apo_id = $1
                WHERE price_update_item.apo_id = $1 AND status = 0) i USING (pzn)
   WHERE p.apo_id = $1 ORDER BY 2 DESC, pzn`;

const IDS = {
  eventId: `SELECT id FROM history_entry WHERE apo_id = $1 AND has_log ORDER BY id DESC LIMIT 1`,
  fileId: `SELECT id FROM till_file WHERE apo_id = $1 ORDER BY id DESC LIMIT 1`,
  printId: `SELECT id FROM label_print WHERE apo_id = $1 ORDER BY id DESC LIMIT 1`,
  addressId: `SELECT id FROM notice_address WHERE apo_id = $1 LIMIT 1`,
  deliveryId: `SELECT id FROM delivery WHERE $1 > 0 ORDER BY id DESC LIMIT 1`,
  messageId: `SELECT id FROM outbox WHERE $1 > 0 ORDER BY id DESC LIMIT 1`,
};

/** Looks up what a pharmacy has now. */
export async function readKnown(pool: pg.Pool, apoId: number, spareId: number): Promise<Known> {
  const rowsOf = async <Row>(sql: string) => (await pool.query(sql, [apoId])).rows as Row[];
  const params: Record<string, string[]> = {
    ...Object.fromEntries(['pharmacyId', 'apoId', 'crmId', 'crmCompanyId'].map((name) => [name, [String(apoId)]])),
    token: [`bench-${apoId}`],
    productGroup: ['OTC'],
    shadowApoId: [String(spareId)],
    account: ['files'],
    number: ['1'],
    flag: ['0'],
    q: ['ten'],
    limit: ['500', '1000'],
  };
  for (const [name, sql] of Object.entries(IDS)) {
    params[name] = (await rowsOf<{ id: string }>(sql)).map(({ id }) => id);
  }
  const pzns = await rowsOf<{ pzn: string; isFree: boolean }>(LISTED);
  params.pzn = pzns.slice(0, 1).map(({ pzn }) => pzn);
  const blocks = await rowsOf<{ block: string; version: string }>(
    `SELECT block, version FROM product_block WHERE $1 > 0 ORDER BY block LIMIT 1`,
  );
  params.block = blocks.map(({ block }) => block);
  params.version = blocks.map(({ version }) => version);
  const lists = await rowsOf<{ version: string }>(
    `SELECT version FROM list_version WHERE apo_id = $1 AND product_group = 'OTC'`,
  );
  const tills = await rowsOf<{ cursor: string | null }>(
    `SELECT cursor FROM till WHERE apo_id = $1 AND cursor IS NOT NULL`,
  );
  return {
    apoId,
    spareId,
    params,
    packages: (
      await rowsOf<{ kind: string; id: number; version: string; productGroup: string }>(
        `SELECT kind, id, version, product_group AS "productGroup" FROM price_update WHERE apo_id = $1 ORDER BY status, id`,
      )
    ).map((each) => ({ ...each, version: Number(each.version) })),
    listVersion: Number(lists[0]?.version ?? 1),
    ruleIds: (await rowsOf<{ id: number }>(`SELECT id FROM standing_rule WHERE apo_id = $1 ORDER BY position`)).map(
      ({ id }) => id,
    ),
    cursor: tills[0]?.cursor ?? '',
    pzns: pzns.map(({ pzn }) => pzn),
    inPackages: pzns.filter(({ isFree }) => !isFree).map(({ pzn }) => pzn),
  };
}

/** @param version of the package that a call is about; undefined: of none */
export function bodyValues(known: Known, version: number | undefined, salt: number): KnownValue {
  const { apoId, spareId, ruleIds } = known;
  const fixed: Record<string, unknown> = {
    productGroup: 'OTC',
    productGroups: ['OTC'],
    token: `bench-${apoId}`,
    version: version ?? 1,
    listVersion: known.listVersion,
    cursor: known.cursor || undefined,
    till: 'files',
    pharmacyId: apoId,
    pharmacy: apoId,
    shadowPharmacy: spareId,
    type: 'priceimport',
    pzncolumn: 'PZN',
    pricecolumn: 'VK',
    resetChoice: '1',
    address: 'bench@example.com',
    query: 'Bench',
    zipcode: '10115',
    country: 'DE',
    name: `Bench ${salt}`,
    id: ruleIds[0],
    first: 1,
    versions: OMIT,
    by: OMIT,
    takenFrom: OMIT,
    remindOn: OMIT,
    beneath: OMIT,
    validTo: null,
  };
  const pzns = version === undefined ? known.pzns : known.inPackages;
  return (name, at) => {
    if (name === 'pzn' || name === 'pzns') return pzns[at] ?? foreignPzn(at);
    if (name === 'ids') return ruleIds[at] ?? at + 1;
    return fixed[name];
  };
}
