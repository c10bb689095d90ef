import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { button, closePackage, correct, seedPackage } from '../src/packages.ts';
import { test } from '../src/runner.ts';

/** What the browser itself prints: lists are drawn in part only, so that a sentence stands for them. */
const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/HILFSMITTEL`;
const PART = 'Der Browser druckt nur den sichtbaren Teil einer langen Liste.';

async function printed(page: Page): Promise<string> {
  const paper = await getDocumentProxy(new Uint8Array(await page.pdf()));
  const { text } = await extractText(paper, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

// Rule 2.21.
test('a long price list printed by the browser leads to the PDF instead of showing a part of itself', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', LIST);
  const row = page.getByRole('row').nth(1);
  await row.waitFor();
  const pzn = (await row.getByRole('gridcell').first().textContent()) ?? '';
  const paper = await printed(page);
  assert.ok(
    paper.includes(`${PART} Bitte drucken Sie stattdessen das PDF: „Exportieren“, „PDF“ unter der Liste.`),
    paper,
  );
  assert.match(pzn, /^\d{8}$/);
  assert.equal(paper.includes(pzn), false);
  await button(page, 'Bearbeiten').click();
  assert.match(await printed(page), /das PDF: nach der Bearbeitung, „Exportieren“, „PDF“/);
});

test('a list whose rows are all on the page is printed as it is', async ({ visitAs }) => {
  const seeded = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group: 'FREIWAHL', rows: 40 });
  const { page } = await visitAs('inhaber', seeded.path);
  const { pzn } = seeded.rows[0] as { pzn: string };
  await page.getByRole('grid').waitFor();
  assert.match(await printed(page), /Ein PDF zum Drucken gibt es, sobald die Preise freigegeben sind/);
  await correct(page, pzn, '9,99');
  const paper = await printed(page);
  assert.ok(paper.includes(pzn), paper);
  assert.equal(paper.includes(PART), false);
  await closePackage(seeded.id);
});
