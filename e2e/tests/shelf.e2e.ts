import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { photographLabel, videoOf } from '@portal/dev/label-pictures.ts';
import type { Page } from '@playwright/test';
import { launchShell } from '../src/browser.ts';
import { checkScreen, checkSizes, checkWidth } from '../src/check-screen.ts';
import type { Screen } from '../src/journey.ts';
import { button, startOf } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal, type Running, setRunning } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_119);
const { apoId } = PHARMACY;
const SHELF = `${startOf(PHARMACY)}/regal`;
const DESK: Screen = { width: 1440, height: 900 };
const PHONE: Screen = { width: 390, height: 844, hasTouch: true };

type Article = { pzn: string; name: string };
let articles: Article[] = [];

before(async () => {
  const { rows } = await portal().database.query<Article>(
    `SELECT i.pzn, p.name FROM price_item i JOIN product p USING (pzn)
      WHERE i.apo_id = $1 AND i.product_group = 'OTC' AND i.price_type IN (0, 2) ORDER BY i.pzn LIMIT 40`,
    [apoId],
  );
  articles = rows;
});
after(async () => {
  const { database } = portal();
  for (const table of ['label_print_item', 'label_print', 'shelf_label'])
    await database.query(`DELETE FROM ${table} WHERE apo_id = $1`, [apoId]);
});

const articleAt = (at: number) => articles[at] as Article;
const card = (page: Page) => page.getByRole('article');
const field = (page: Page) => page.getByLabel('Scannen oder PZN eintippen');
/** What a hand scanner does: keys, one after the other, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const shows = ({ pzn, name }: Article, page: Page) => card(page).filter({ hasText: pzn }).getByText(name).waitFor();
/** The price in the database, for tests that a label no longer says it. */
const raise = (pzn: string) =>
  portal().database.query(
    `UPDATE price_item SET price_type = 2, manual_price = coalesce(manual_price, calculated_price) + 1
      WHERE apo_id = $1 AND pzn = $2`,
    [apoId, pzn],
  );

// Chapter 21 of the rule book.
describe('the shelf', () => {
  test('is checked with a hand scanner: articles, wrong labels, one print', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', SHELF, DESK);
    await field(page).and(page.locator(':focus')).waitFor();
    const [first, second, third] = [articleAt(0), articleAt(1), articleAt(2)];
    await scan(page, `-${first.pzn}`);
    await shows(first, page);
    await card(page).getByText('noch kein Druck vermerkt').waitFor();
    await card(page).getByText('nichts bestätigt').waitFor();
    await scan(page, `]C0${second.pzn}`);
    await shows(second, page);
    await scan(page, '4006381333931');
    await page.getByText('Dieser Code ist nicht bekannt. Bitte die PZN eintippen.').waitFor();
    await scan(page, '12346');
    await page.getByText('„12346“ ist keine PZN. Bitte prüfen Sie die Ziffern.').waitFor();
    await page.getByText('2 geprüft').waitFor();

    // a code scanned on a button presses nothing
    await scan(page, first.pzn.replace(/^0+/, ''));
    await button(page, 'Etikett').focus();
    await scan(page, `-${third.pzn}`);
    await shows(third, page);
    await button(page, 'Etikett').and(page.locator('[aria-pressed="false"]')).waitFor();
    await button(page, 'Etikett').press('Enter');
    await button(page, 'Gesammelt').and(page.locator('[aria-pressed="true"]')).waitFor();
    await checkSizes(page, 'shelf');

    await button(page, 'Etiketten drucken (1)').click();
    await page.getByText('1 Etikett auf 1 Bogen.').waitFor();
    await page.waitForTimeout(700);
    await button(page, 'Als gedruckt vermerken').click();
    await page.getByText('1 Etikett als gedruckt vermerkt.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click();
    await card(page).getByText('€, stimmt').waitFor();
    await page.getByText('3 geprüft, 0 Etiketten veraltet').waitFor();

    await raise(second.pzn);
    await button(page, 'Aktualisieren').click();
    await page.getByText('3 geprüft, 1 Etikett veraltet').waitFor();
    await scan(page, second.pzn);
    await card(page).getByText('€, veraltet').waitFor();
    await checkScreen(page, 'shelf-open-label');
  });

  test('shows the price card in another tab, and goes on', async ({ visitAs }) => {
    const { page, context } = await visitAs('vertrieb', SHELF, DESK);
    await field(page).waitFor();
    await scan(page, articleAt(0).pzn);
    const [list] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^Preis von .* in einem neuen Tab öffnen$/ }).click(),
    ]);
    await list.getByRole('complementary').or(list.getByText('Preisverlauf')).first().waitFor();
    assert.match(list.url(), new RegExp(`/pricelist/OTC\\?q=${articleAt(0).pzn}`));
    await page.getByText('1 geprüft').waitFor();
  });

  test('is a document of its own: it alone may use the camera', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', startOf(OWNER_PHARMACY), PHONE);
    const mayUse = () => page.evaluate(() => (document as unknown as Policed).featurePolicy.allowsFeature('camera'));
    type Policed = { featurePolicy: { allowsFeature(name: string): boolean } };
    await page.getByText('Preislisten').waitFor();
    assert.equal(await mayUse(), false);
    await page.getByRole('link', { name: 'Regal', exact: true }).click();
    await field(page).waitFor();
    assert.equal(await mayUse(), true);
    await page.getByRole('link', { name: 'Verlauf', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Verlauf' }).waitFor();
    assert.equal(await mayUse(), false);
  });

  test('goes on without a connection, with what was loaded, and says how old it is', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { page, context } = await visitAs('vertrieb', SHELF, PHONE);
    await page.getByText(/^Stand \d\d\.\d\d\.\d{4} \d\d:\d\d Uhr/).waitFor();
    await context.setOffline(true);
    await page.getByText('Keine Verbindung zum Server').waitFor();
    await field(page).fill(articleAt(3).pzn);
    await button(page, 'Zeigen').click();
    await shows(articleAt(3), page);
    await button(page, 'Etikett').click();
    await button(page, 'Aktualisieren').click();
    await page.getByText(/^Ohne Verbindung gelten die Preise vom .* Uhr\./).waitFor();
    await checkScreen(page, 'shelf-offline');
    await context.setOffline(false);
    await page.getByText(/^Ohne Verbindung gelten/).waitFor({ state: 'hidden' });
    await page.getByText('Keine Verbindung zum Server').waitFor({ state: 'hidden' });
    await button(page, 'Etiketten drucken (1)').waitFor();
  });

  test('says that there is no camera; nothing is cut on a small phone and at 200 %', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', SHELF, { width: 360, height: 640, hasTouch: true });
    await field(page).waitFor();
    await scanInField(page, articleAt(4));
    await button(page, 'Kamera').click();
    await page.getByText(/^(Hier ist keine Kamera|Die Kamera ist nicht erlaubt)\. /).waitFor();
    await checkWidth(page);
    await checkScreen(page, 'shelf-no-camera');
    await page.setViewportSize({ width: 640, height: 360 });
    await checkWidth(page);
    await checkScreen(page, 'shelf-200-percent');
  });
});

async function scanInField(page: Page, article: Article): Promise<void> {
  await field(page).fill(article.pzn);
  await field(page).press('Enter');
  await shows(article, page);
}

/** Each picture is in front of the camera for one second. */
const PICTURES = [
  ...[0, 8, -30, 90, 180].map((turned) => ({ pixelsPerMm: 9, turned })),
  ...[0, 50, -70].map((turned) => ({ pixelsPerMm: 9, turned, blur: 1, form: { dataMatrix: true } })),
  ...[0, 5, 170].map((turned) => ({ pixelsPerMm: 6, turned })),
  ...[0, 30, 45, 100].map((turned) => ({ pixelsPerMm: 5, turned, form: { dataMatrix: true } })),
  ...[0, 3, -5].map((turned) => ({ pixelsPerMm: 11, turned, blur: 1 })),
  ...[0, -60].map((turned) => ({ pixelsPerMm: 7, turned, blur: 1, form: { dataMatrix: true } })),
];

// Rule 21.6.
describe('the camera', () => {
  let usual: Running;
  let folder: string;
  let video: string;
  before(async () => {
    usual = portal();
    folder = await mkdtemp(join(tmpdir(), 'preisportal-camera-'));
    video = join(folder, 'labels.y4m');
    const pictures = PICTURES.map((picture, at) =>
      photographLabel({ pzn: articleAt(at).pzn, width: 960, height: 720, ...picture }),
    );
    await writeFile(video, videoOf(pictures, '1:1'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The shell asks nobody: the flag answers. */
  async function withCamera(answer: 'allow' | 'deny', journey: () => Promise<void>): Promise<void> {
    const fake = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
    const asked = `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`;
    const browser = await launchShell([...fake, asked]);
    setRunning({ ...usual, browser });
    try {
      await journey();
    } finally {
      setRunning(usual);
      await browser.close();
    }
  }

  test('that is refused is said, and scanner and typing remain', ({ visitAs }) =>
    withCamera('deny', async () => {
      const { page } = await visitAs('vertrieb', SHELF, PHONE);
      await button(page, 'Kamera').click();
      await page.getByText(/^Die Kamera ist nicht erlaubt\./).waitFor();
      await scanInField(page, articleAt(0));
    }));

  test('reads our labels, turned, small and blurred ones too, each within a second; no picture leaves', ({ visitAs }) =>
    withCamera('allow', async () => {
      const { page } = await visitAs('vertrieb', SHELF, PHONE);
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
      await field(page).waitFor();
      await page.evaluate(() => {
        const seen = new Set<string>();
        Object.assign(globalThis, { seen });
        new MutationObserver(() => {
          const pzn = /PZN (\d{8})/.exec(document.querySelector('article')?.textContent ?? '')?.[1];
          if (pzn) seen.add(pzn);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await button(page, 'Kamera').click();
      await page.getByLabel('Bild der Kamera').waitFor();
      await card(page).waitFor();
      await checkScreen(page, 'shelf-camera');
      // Once round all pictures; the first ones pass while the reader is loaded.
      await page.waitForTimeout((PICTURES.length + 2) * 1_000);
      const read = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
      const wanted = PICTURES.map((_, at) => articleAt(at).pzn);
      const missed = wanted.filter((pzn) => !read.includes(pzn));
      process.stdout.write(
        `camera: ${wanted.length - missed.length} of ${wanted.length} labels read, each within a second\n`,
      );
      const places = missed.map((pzn) => wanted.indexOf(pzn)).join(', ');
      assert.ok(missed.length <= wanted.length * 0.05, `missed ${places}`);
      assert.deepEqual(
        read.filter((pzn) => !wanted.includes(pzn)),
        [],
      );
      assert.deepEqual(sent, []);
      await button(page, 'Kamera aus').click();
      assert.equal(await page.locator('video').count(), 0);
    }));
});
