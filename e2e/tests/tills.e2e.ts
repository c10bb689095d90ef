import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { checkSizesByNight } from '../src/check-screen.ts';
import { startOf } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const PHARMACY = demoPharmacyRef(100_157);
const START = startOf(PHARMACY);

/** Two tills, one of which was set back; the other has one article at a price of its own. */
async function plantTills(): Promise<void> {
  const { database } = portal();
  const { rows } = await database.query<{ cursor: string; pzn: number }>(
    `SELECT concat_ws('-', 'v2', p.crm_company_id, p.till_epoch, p.apo_id, string_agg(v.version::text, '-' ORDER BY array_position('{OTC,FREIWAHL,HILFSMITTEL}', v.product_group))) AS cursor,
            (SELECT min(pzn)::int FROM price_item i WHERE i.apo_id = p.apo_id AND price_type = 0) AS pzn
       FROM pharmacy p JOIN list_version v USING (apo_id) WHERE p.apo_id = $1 GROUP BY p.apo_id`,
    [PHARMACY.apoId],
  );
  const { cursor, pzn } = rows[0] as (typeof rows)[number];
  await database.query(
    `INSERT INTO till (apo_id, account, name, cursor, loaded_at, cursor_at, seen_at, fallen_from)
     VALUES ($1, 'job:front', 'kasse-vorn', $2, now(), now(), now(), NULL),
            ($1, 'job:back', 'kasse-hinten', $2, now(), now(), now(), $2)`,
    [PHARMACY.apoId, cursor],
  );
  await database.query(
    `INSERT INTO till_stock (apo_id, account, taken_at, source, cursor, user_name, pzns, cents, position, deviation_count, deviating, deviating_cents)
     VALUES ($1, 'job:front', now(), 'till', $2, 'Kasse', ARRAY[$3::int], '{1}', $2, 1, ARRAY[$3::int], '{1}'),
            ($1, 'job:back', now(), 'till', $2, 'Kasse', ARRAY[$3::int], '{1}', $2, 0, '{}', '{}')`,
    [PHARMACY.apoId, cursor, pzn],
  );
}

test('the start page names each till of a pharmacy, and one that is not used any more is removed', async ({
  visitAs,
}) => {
  await plantTills();
  const { page } = await visitAs('vertrieb', START);
  const card = page.getByRole('region', { name: 'Kasse' });
  const tills = card.getByRole('list', { name: 'Kassen dieser Apotheke' }).getByRole('listitem');
  await tills
    .filter({ hasText: 'kasse-vorn' })
    .getByText(/1 Preis in der Kasse ist anders/)
    .waitFor();
  await tills
    .filter({ hasText: 'kasse-hinten' })
    .getByText(/auf einem Stand von/)
    .waitFor();
  await checkSizesByNight(page, 'tills');
  await page
    .getByRole('listitem')
    .filter({ hasText: /^1 Preis in der Kasse ist anders/ })
    .getByRole('link', { name: 'Korrigieren' })
    .click();
  await page.getByText('kasse-vorn', { exact: true }).click();
  await page.getByText(/^Anderer Preis \(/).waitFor();
  await page.goBack();
  await card.getByRole('button', { name: 'Kasse „kasse-hinten“ entfernen' }).click();
  await page.getByRole('button', { name: 'Entfernen', exact: true }).click();
  await page.getByText('Die Kasse „kasse-hinten“ ist entfernt.').waitFor();
  await tills.first().waitFor({ state: 'detached' });
  assert.equal(await card.getByRole('button', { name: 'Kasse „kasse-vorn“ entfernen' }).count(), 1);
});
