import type { Database } from '@portal/api/db/database.ts';
import type { HttpClient } from '../../apps/api/test/support/http-client.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../../apps/api/test/support/seed.ts';
import { expect } from './expect.ts';
import { type Environment, until } from './environment.ts';

export const PZNS = Array.from({ length: 300 }, (_, index) => testPzn(index));
/** Rows of one save; a save of which fewer arrived would be half stored. */
const ROWS = 5;

type Save = { apoId: number; price: number; acknowledged: boolean };

/** What was sent and what of it was acknowledged: kept here and nowhere near the portal. */
export type SentSaves = { saves: Save[]; statuses: Map<number | 'broken off', number> };
export const newSentSaves = (): SentSaves => ({ saves: [], statuses: new Map() });

/** Pharmacies with a list each. */
export async function seedPharmacies(environment: Environment, count: number, pzns = PZNS): Promise<SeededPharmacy[]> {
  const pharmacies: SeededPharmacy[] = [];
  const items = pzns.map((pzn) => ({ pzn }));
  for (let n = 1; n <= count; n++) {
    const pharmacy = await seedPharmacy(environment.database, n);
    await seedList(environment.database, pharmacy, 'OTC', items);
    pharmacies.push(pharmacy);
  }
  return pharmacies;
}

/** Saves one after the other until told to stop; every save has a price that no other save of the pharmacy has. */
export async function saveOn(
  client: () => HttpClient,
  pharmacy: SeededPharmacy,
  sent: SentSaves,
  goesOn: () => boolean,
): Promise<void> {
  for (let round = sent.saves.filter(({ apoId }) => apoId === pharmacy.apoId).length; goesOn(); round++) {
    const save: Save = { apoId: pharmacy.apoId, price: (100 + round) / 100, acknowledged: false };
    sent.saves.push(save);
    const products = Array.from({ length: ROWS }, (_, n) => ({
      pzn: PZNS[(round * ROWS + n) % PZNS.length],
      priceEdit: save.price,
      editedPermanent: false,
      editedIgnore: false,
    }));
    const status = await client()
      .put(`/api/price/${pharmacy.path}`, { products })
      .then(
        (answer) => answer.status,
        () => 'broken off' as const,
      );
    save.acknowledged = status === 200;
    sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1);
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Every acknowledged save is there with all its rows, every other one with all or none.
 * @returns how many were acknowledged, and how many others are there or absent
 */
export async function verifySaves({ pool }: Database, { saves }: SentSaves) {
  // One of its connections may be to a server that was lost.
  await until('the database answers', async () =>
    pool.query('SELECT').then(
      () => true,
      () => false,
    ),
  );
  const { rows } = await pool.query<{ key: string; count: number }>(
    `SELECT apo_id || ' ' || new_price AS key, count(*)::int AS count FROM price_change GROUP BY apo_id, new_price`,
  );
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  const result = { acknowledged: 0, whole: 0, absent: 0 };
  for (const save of saves) {
    const count = counts.get(`${save.apoId} ${save.price.toFixed(2)}`) ?? 0;
    if (save.acknowledged) {
      expect(`rows of the acknowledged save of ${save.price}`, count, ROWS);
      result.acknowledged += 1;
    } else if (count === 0) result.absent += 1;
    else {
      expect(`rows of the save of ${save.price}, which was not acknowledged`, count, ROWS);
      result.whole += 1;
    }
  }
  return result;
}
