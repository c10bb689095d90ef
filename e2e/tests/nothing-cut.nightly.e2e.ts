import { demoPharmacyRef, MAIN_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkNothingCut, checkWidth } from '../src/check-screen.ts';
import { button, closePackage, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_155);
const START = startOf(PHARMACY);
const OWN = startOf(OWNER_PHARMACY);
let packages: Seeded[] = [];

before(async () => {
  packages = [
    await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 60 }),
    await seedPackage({ kind: 'QDP', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 20 }),
    await seedPackage({ kind: 'LZD', pharmacy: PHARMACY, group: 'HILFSMITTEL', rows: 20, ready: false }),
  ];
});
after(async () => {
  for (const { id } of packages) await closePackage(id);
});

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  // 1280 × 720 at 200 %
  { width: 640, height: 360, deviceScaleFactor: 2 },
  { width: 1366, height: 768 },
];

/** With a picture to look at. */
async function look(page: Page, name: string): Promise<void> {
  await checkNothingCut(page, name);
  await page.screenshot({
    path: `screenshots/nothing-cut-${page.viewportSize()?.width}-${name.replaceAll(' ', '-')}.png`,
  });
}

for (const size of SIZES) {
  test(`nothing is cut or scrolls sideways at ${size.width} × ${size.height} (rule 2.34)`, async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', '/', size);
    const open = async (name: string, path: string, ready: string | RegExp) => {
      await page.goto(new URL(path, page.url()).href);
      await page.getByText(ready).filter({ visible: true }).first().waitFor();
      await look(page, name);
    };
    const rows = /\d \/ \d+(\.\d+)? Artikel$/;
    await open('pharmacies', '/', 'TRUEPRICE KUNDEN');
    await open('overview', '/admin', 'Übersicht');
    await open('pipeline', '/admin/pipeline', 'Freischalten');
    await open('uploads', '/admin/uploads', 'LZD');
    await open('log export', '/admin/export', 'Export');
    await open('start page', START, 'Preislisten');
    // as at 400 %
    await page.setViewportSize({ width: 320, height: 740 });
    await checkWidth(page);
    await page.setViewportSize(size);
    await open('start page of the owner', OWN, 'Preislisten');
    await open('history', `${START}/verlauf`, 'Verlauf');
    await open('settings', `${START}/settings`, 'Einstellungen');
    for (const { path } of packages) {
      const kind = path.split('/')[4] ?? '';
      await open(kind, path, rows);
    }
    await page.goto(new URL(packages[0]?.path ?? '', page.url()).href);
    await page.getByText(rows).first().waitFor();
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await look(page, 'confirmation');
    await open('price list', `${START}/pricelist/OTC`, rows);
    await button(page, 'Bearbeiten').click();
    await page.getByRole('gridcell').getByRole('textbox').first().waitFor();
    await look(page, 'editing');
  });

  test(`nothing is cut where two pharmacies are compared at ${size.width} × ${size.height} (rule 2.34)`, async ({
    visitAs,
  }) => {
    const { page } = await visitAs('filialleiter', '/', size);
    await page.goto(new URL(`${startOf(MAIN_PHARMACY)}/vergleich/OTC`, page.url()).href);
    await page.getByRole('grid', { name: 'Artikel mit Preis, Absatz und Rohertrag je Apotheke' }).waitFor();
    await look(page, 'compare');
  });
}
