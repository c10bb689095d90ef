import type { PriceWay } from '@portal/contracts';
import type { Cents, ProductGroup, UpdateKind } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, type RowOf, statement, typed } from '../../db/statement.ts';
import { positionOf } from '../exports/index.ts';
import { readLabel } from '../labels/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { readHeldArticle } from '../till-inventory/index.ts';
import { readLacking, loadsOf, loadsOfGroup, readTillPosition, type TillLoad } from '../till-position/index.ts';

/** Rule 22.1. */
export async function readPriceWay(db: Queryable, pharmacy: PharmacyContext, pzn: string): Promise<PriceWay> {
  const { apoId, listApoId } = pharmacy;
  const [item] = await ask(db, ITEM, [listApoId, pzn]);
  const [calculation] = await ask(db, CALCULATION, [listApoId, pzn]);
  const [refused] = await ask(db, REFUSED, [apoId, pzn]);
  const price = item?.price;
  const held = await readHeldArticle(db, pharmacy, { pzn, price: price ?? null });
  return {
    calculated: calculation ? { at: calculation.at.toISOString(), kind: calculation.kind } : null,
    approved: item?.at ? { at: item.at.toISOString(), userName: item.userName ?? '', event: item.event ?? '' } : null,
    ...(await readStages(db, pharmacy, pzn, item)),
    held: held && { ...held, at: held.at.toISOString() },
    refused: refused ? { at: refused.at.toISOString(), reason: refused.reason } : null,
    label: await readLabel(db, apoId, { pzn, price: price ?? null }),
  };
}

type Item = {
  productGroup: ProductGroup;
  price: Cents | null;
  at: Date | null;
  userName: string | null;
  event: string | null;
  version: string | null;
};

const ITEM = statement<Item>(
  {
    productGroup: 'text',
    price: 'int?',
    at: 'time?',
    userName: 'text?',
    event: 'text?',
    version: 'bigint?',
  },
  `SELECT i.product_group AS "productGroup", ${centsSql(EFFECTIVE_PRICE)} AS price,
          c.created_at AS at, c.user_name AS "userName", c.event, c.list_version AS version
     FROM price_item i
     LEFT JOIN (SELECT * FROM price_change WHERE apo_id = $1 AND pzn = $2 AND old_price IS DISTINCT FROM new_price
                 ORDER BY id DESC LIMIT 1) c ON true
    WHERE i.apo_id = $1 AND i.pzn = $2`,
);

const CALCULATION = statement(
  { at: 'time', kind: typed<UpdateKind>('text') },
  `SELECT u.created_at AS at, u.kind FROM price_update_outcome o JOIN price_update u ON u.apo_id = o.apo_id AND u.id = o.update_id
    WHERE o.apo_id = $1 AND o.pzn = $2 ORDER BY u.id DESC LIMIT 1`,
);

const REFUSED = statement(
  { at: 'time', reason: 'text' },
  'SELECT told_at AS at, reason FROM till_refused WHERE apo_id = $1 AND pzn = $2 ORDER BY told_at DESC LIMIT 1',
);

/** Enough for whatever is kept since a price changed; older ones carried another. */
const FILES = statement(
  {
    at: 'time',
    userName: 'text',
    position: 'text',
    contents: 'text',
    loadedAt: 'time?',
    loadedBy: 'text?',
    counts: 'bool',
  },
  `SELECT created_at AS at, user_name AS "userName", position, contents, loaded_at AS "loadedAt", loaded_by AS "loadedBy",
          load_no IS NOT NULL AS counts
     FROM till_file WHERE apo_id = $1 AND $2 = ANY(product_groups) AND created_at >= $3 ORDER BY id LIMIT 1000`,
);

type Stage = { readonly at: Date; readonly userName: string | null };

/**
 * The first file and confirmed load with the price since it changed; else, where the till has it, the load that brought it
 * (rule 22.2). Of several tills the one that got it last.
 */
async function readStages(
  db: Queryable,
  pharmacy: PharmacyContext,
  pzn: string,
  item: Item | undefined,
): Promise<Pick<PriceWay, 'sent' | 'loaded'>> {
  if (!item) return { sent: null, loaded: null };
  const files = await readFiles(db, pharmacy, item);
  const loads = await readHolding(db, pharmacy, pzn, item.productGroup);
  const [first] = loads.map(({ sent }) => sent).toSorted(byTime);
  const loaded = loads
    .map((load) => firstLoad(files, load, item) ?? { at: load.loadedAt, userName: load.userName })
    .toSorted(byTime)
    .at(-1);
  return { sent: stageOf(files[0] ?? first), loaded: stageOf(loaded) };
}

const byTime = (a: Stage, b: Stage) => a.at.getTime() - b.at.getTime();

/** Of all tills, where each has the price in force. */
async function readHolding(
  db: Queryable,
  pharmacy: PharmacyContext,
  pzn: string,
  group: ProductGroup,
): Promise<readonly TillLoad[]> {
  const till = await readTillPosition(db, pharmacy);
  const loads = loadsOfGroup(till, group);
  if (loads.some(({ issue }) => issue !== null)) return [];
  for (const { account } of loads) {
    const lacking = await readLacking(db, till, loadsOf(till, account));
    if (!lacking || lacking.some((price) => price.pzn === pzn)) return [];
  }
  return loads;
}

/** Those since the price changed that carried it, oldest first. */
async function readFiles(
  db: Queryable,
  pharmacy: PharmacyContext,
  { productGroup: group, at, price, version }: Item,
): Promise<RowOf<typeof FILES>[]> {
  if (!at) return [];
  return (await ask(db, FILES, [pharmacy.apoId, group, at])).filter(({ position, contents }) => {
    const { listApoId, versions } = positionOf(position);
    const isSince = listApoId === pharmacy.listApoId && versions[group] >= Number(version);
    return isSince && (price !== null || contents !== 'list');
  });
}

function firstLoad(files: readonly RowOf<typeof FILES>[], load: TillLoad, { at, version }: Item): Stage | undefined {
  if (load.account !== 'files') {
    const isSince = at !== null && load.version >= Number(version);
    return isSince ? { at: load.loadedAt >= at ? load.loadedAt : load.at, userName: null } : undefined;
  }
  const stages: Stage[] = files.flatMap(({ counts, loadedAt, loadedBy }) =>
    counts && loadedAt ? [{ at: loadedAt, userName: loadedBy }] : [],
  );
  return stages.toSorted(byTime)[0];
}

function stageOf(stage: Stage | undefined): PriceWay['sent'] {
  return stage ? { at: stage.at.toISOString(), userName: stage.userName } : null;
}
