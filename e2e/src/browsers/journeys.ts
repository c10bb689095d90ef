import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { after, describe, test } from '../runner.ts';
import { portal } from '../running.ts';
import { closePackage, seedPackage } from '../packages.ts';
import { type Driver, fill, find, press } from './driver.ts';
import { findFirefox, startFirefox } from './firefox.ts';
import { findWebKit, startWebKit } from './webkit.ts';

/** Signing in, editing and approving in browsers other than Chromium (`pnpm test:browsers`); pictures to look at are taken. */
const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const PICTURES = 'screenshots';

/** Names in the page whose letters are cut off below: they are higher than the line they stand in. */
const CUT_OFF = `
return [...document.querySelectorAll('[class*="name"], [class*="detail"], [class*="cut"]')]
  .filter((each) => each.scrollHeight > each.clientHeight && getComputedStyle(each).overflowY !== 'visible')
  .map((each) => each.textContent);
`;

const browsers = [
  { name: 'firefox', binary: findFirefox(), start: startFirefox },
  { name: 'webkit', binary: findWebKit(), start: startWebKit },
];

for (const { name, binary, start } of browsers) {
  if (!binary) continue; // run.ts says so
  describe(`in ${name}`, () => {
    let running: Promise<Driver> | undefined;
    const driver = () => (running ??= start(binary));
    after(async () => (await running)?.close());

    const look = async (picture: string) => {
      const page = await driver();
      await mkdir(PICTURES, { recursive: true });
      await new Promise((resolve) => setTimeout(resolve, 400)); // what fades in
      await writeFile(`${PICTURES}/${name}-${picture}.png`, await page.screenshot());
      assert.deepEqual(await page.run<string[]>(CUT_OFF), []);
    };
    const open = async (path: string) => {
      const { stack } = portal();
      await (await driver()).goto(`${stack.portalUrl}${path}`);
    };

    test('somebody signs in and comes to the own pharmacy', async () => {
      const page = await driver();
      await open('/');
      await fill(page, { label: 'Benutzername' }, 'inhaber');
      await fill(page, { label: 'Passwort' }, 'falsch');
      await press(page, { button: 'Anmelden' });
      await find(page, { text: 'Benutzername oder Passwort ist falsch.' });
      await fill(page, { label: 'Benutzername' }, 'inhaber');
      await fill(page, { label: 'Passwort' }, 'demo');
      await press(page, { button: 'Anmelden' });
      await find(page, { text: 'Willkommen…' });
      assert.equal(new URL(await page.url()).pathname, START);
      await look('dashboard');
    });

    test('a price is entered, checked and saved', async () => {
      const page = await driver();
      await open(`${START}/pricelist/HILFSMITTEL`);
      await press(page, { button: 'Bearbeiten' });
      const price = name === 'firefox' ? '13,57' : '13,59';
      await fill(page, { label: 'Neuer Preis für PZN …' }, price);
      await look('editing');
      await press(page, { button: 'Daten prüfen…' });
      await find(page, { text: price });
      await press(page, { button: 'Daten speichern' });
      await find(page, { text: 'Preise gespeichert' });
      await look('saved');
      const { database } = portal();
      const { rowCount } = await database.query('SELECT FROM price_item WHERE apo_id = $1 AND manual_price = $2', [
        OWNER_PHARMACY.apoId,
        price.replace(',', '.'),
      ]);
      assert.equal(rowCount, 1);
    });

    test('a monthly update is corrected and approved', async () => {
      const page = await driver();
      const seeded = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group: 'FREIWAHL', rows: 40 });
      const { pzn } = seeded.rows[0] as { pzn: string };
      await open(seeded.path);
      await fill(page, { label: 'Suche nach Artikel, Hersteller, Marke oder PZN' }, pzn);
      await fill(page, { label: `Preiskorrektur für PZN ${pzn}` }, '24,68');
      await look('update');
      await press(page, { button: 'Preise freigeben' });
      await find(page, { text: 'PRÜFUNG PREISÄNDERUNG' });
      await look('confirm');
      await press(page, { button: 'Preise freigeben' });
      await find(page, { text: 'Preise gespeichert' });
      const { database } = portal();
      const { rows } = await database.query(
        `SELECT u.status, i.manual_price::text AS price FROM price_update u JOIN price_item i ON i.apo_id = u.apo_id
          WHERE u.id = $1 AND i.pzn = $2`,
        [seeded.id, pzn],
      );
      assert.deepEqual(rows, [{ status: 1, price: '24.68' }]);
      await closePackage(seeded.id);
    });
  });
}
