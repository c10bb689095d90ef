import assert from 'node:assert/strict';
import { demoPharmacyRef, MAIN_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkWidth } from '../src/check-screen.ts';
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

/** Names of buttons and headings that are wider or higher than the room they have. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const isCut = (element: Element) => {
      // what may be drawn beyond its box is not cut
      const { overflowX, overflowY } = getComputedStyle(element);
      const tooWide = element.scrollWidth > element.clientWidth + 1;
      const tooHigh = element.scrollHeight > element.clientHeight + 1 && overflowY !== 'visible';
      return element.clientWidth > 0 && ((tooWide && overflowX !== 'auto') || tooHigh);
    };
    const names = 'button, h1, h2, h3, h4, legend, [role="columnheader"] button, a[class*="Button"]';
    return [...document.querySelectorAll(names)]
      .filter(isShown)
      .filter((element) => [element, ...element.querySelectorAll('span, div')].some(isCut))
      .map((element) => `${element.tagName} ${element.textContent || element.getAttribute('aria-label')}`);
  });
}

async function checkNothingCut(page: Page, name: string): Promise<void> {
  await checkWidth(page);
  await page.waitForTimeout(100);
  assert.deepEqual(await cutTexts(page), [], `cut on ${name}`);
  await page.screenshot({
    path: `screenshots/nothing-cut-${page.viewportSize()?.width}-${name.replaceAll(' ', '-')}.png`,
  });
}

for (const size of SIZES) {
  test(`nothing is cut or scrolls sideways at ${size.width} × ${size.height} (rule 2.34)`, async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', '/', size);
    const look = async (name: string, path: string, ready: string | RegExp) => {
      await page.goto(new URL(path, page.url()).href);
      await page.getByText(ready).first().waitFor();
      await checkNothingCut(page, name);
    };
    const rows = /\d \/ \d+(\.\d+)? Artikel$/;
    await look('pharmacies', '/', 'TRUEPRICE KUNDEN');
    await look('overview', '/admin', 'Übersicht');
    await look('pipeline', '/admin/pipeline', 'Freischalten');
    await look('uploads', '/admin/uploads', 'LZD');
    await look('log export', '/admin/export', 'Export');
    await look('start page', START, 'Preislisten');
    await look('start page of the owner', OWN, 'Preislisten');
    await look('history', `${START}/verlauf`, 'Verlauf');
    await look('settings', `${START}/settings`, 'Einstellungen');
    for (const { path } of packages) {
      const kind = path.split('/')[4] ?? '';
      await look(kind, path, rows);
    }
    await page.goto(new URL(packages[0]?.path ?? '', page.url()).href);
    await page.getByText(rows).first().waitFor();
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await checkNothingCut(page, 'confirmation');
    await look('price list', `${START}/pricelist/OTC`, rows);
    await button(page, 'Bearbeiten').click();
    await page.getByRole('gridcell').getByRole('textbox').first().waitFor();
    await checkNothingCut(page, 'editing');
  });

  test(`nothing is cut where two pharmacies are compared at ${size.width} × ${size.height} (rule 2.34)`, async ({
    visitAs,
  }) => {
    const { page } = await visitAs('filialleiter', '/', size);
    await page.goto(new URL(`${startOf(MAIN_PHARMACY)}/vergleich/OTC`, page.url()).href);
    await page.getByRole('grid', { name: 'Artikel mit Preis, Absatz und Rohertrag je Apotheke' }).waitFor();
    await checkNothingCut(page, 'compare');
  });
}
