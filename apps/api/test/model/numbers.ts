import { IS_SAVE } from '../../src/modules/history-writing/index.ts';
import type { Database } from '../../src/db/database.ts';
import { type Group, GROUPS, pharmacyOf, type PriceFile, shownOf, type World } from './state.ts';

/** Learns from the database what numbers the portal has given to what no answer told of. */
export async function learnNumbers(database: Database, world: World): Promise<void> {
  await findNumbers(database, world);
  await findRefused(database, world);
  await findRuleNumbers(database, world);
  await findPeriodNumbers(database, world);
  await findFiles(database, world);
}

/** The number of a package whose answer was lost. */
async function findNumbers(database: Database, world: World): Promise<void> {
  for (const one of world.packages.filter(({ id }) => id === 0)) {
    const { apoId } = pharmacyOf(world, one.pharmacy);
    const where = { apoId, kind: one.kind, productGroup: one.group };
    one.id = (await database.prisma.priceUpdate.aggregate({ where, _max: { id: true } }))._max.id ?? 0;
  }
}

/** The same of saves, and of what runs and comes, by which it is ended. */
async function findPeriodNumbers(database: Database, world: World): Promise<void> {
  for (const pharmacy of world.pharmacies) {
    const { apoId, saves, lists } = pharmacy;
    if (saves.some(({ id }) => id === 0)) {
      const { rows } = await database.pool.query<{ id: string; group: Group }>(
        `SELECT e.id, e.product_type AS "group" FROM history_entry e WHERE e.apo_id = $1 AND ${IS_SAVE} ORDER BY e.id`,
        [apoId],
      );
      for (const group of GROUPS) {
        const ids = rows.filter((row) => row.group === group).map(({ id }) => Number(id));
        for (const [n, save] of saves.filter((one) => one.group === group).entries()) save.id = ids[n] ?? 0;
      }
    }
    const open = GROUPS.some(
      (group) =>
        lists[group].coming.some(({ ended }) => ended === null) ||
        Object.values(lists[group].items).some(({ period }) => period),
    );
    if (!open) continue;
    const { rows } = await database.pool.query<{ id: string; key: string }>(
      `SELECT id, concat(pzn, ' ', CASE state WHEN 'running' THEN 'runs' ELSE (begins_on - date '1970-01-01')::text END) AS key
         FROM price_period WHERE apo_id = $1 AND state <> 'ended'`,
      [apoId],
    );
    pharmacy.periodIds = Object.fromEntries(rows.map(({ id, key }) => [key, Number(id)]));
  }
}

/** The same of a rule. */
async function findRuleNumbers(database: Database, world: World): Promise<void> {
  for (const { apoId, rules } of world.pharmacies) {
    for (const rule of rules.filter(({ id }) => id === 0)) {
      const found = await database.prisma.standingRule.findFirst({ where: { apoId, name: rule.name } });
      rule.id = found?.id ?? 0;
    }
  }
}

/** The same of a delivery that was refused. */
async function findRefused({ prisma }: Database, world: World): Promise<void> {
  for (const one of world.refused.filter(({ id }) => id === 0)) {
    const { kind, group } = one.delivery;
    const where = { apoId: pharmacyOf(world, one.pharmacy).apoId, kind, productGroup: group };
    one.id = Number((await prisma.delivery.aggregate({ where, _max: { id: true } }))._max.id ?? 0);
  }
}

/** The same of price files. The one before, of the same person and lists, is noted once (rule 9.16). */
async function findFiles({ prisma }: Database, world: World): Promise<void> {
  for (const one of world.files.filter(({ id }) => id === 0)) {
    const { apoId } = pharmacyOf(world, one.pharmacy);
    const before = world.files.findLast(({ id, pharmacy }) => id !== 0 && pharmacy === one.pharmacy);
    const newer = { apoId, id: { gt: BigInt(before?.id ?? 0) } };
    const found = await prisma.tillFile.findFirst({ where: newer, orderBy: { id: 'asc' }, select: { id: true } });
    one.id = Number(found?.id ?? before?.id ?? 0);
    if (before?.id === one.id && isSame(world, before, one)) world.files.splice(world.files.indexOf(one), 1);
  }
}

function isSame(world: World, before: PriceFile, one: PriceFile): boolean {
  const { movedAt } = pharmacyOf(world, shownOf(world, one.pharmacy));
  const content = ({ user, groups, contents, rows, exchanges }: PriceFile) =>
    JSON.stringify([user, groups, contents, Object.entries(rows).sort(), exchanges]);
  return content(before) === content(one) && movedAt.every((step) => step <= before.step || step > one.step);
}
