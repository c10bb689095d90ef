import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { photographLabel } from '@portal/dev/label-pictures.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight, checkSizesByNight, checkWidth } from '../src/check-screen.ts';
import type { Screen } from '../src/journey.ts';
import { button, startOf } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

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
    await card(page).getByText('noch nicht gedruckt').waitFor();
    await card(page).getByText('noch nicht bestätigt').waitFor();
    await scan(page, `]C0${second.pzn}`);
    await shows(second, page);
    await scan(page, '4006381333931');
    await page.getByText('„4006381333931“ ist nicht bekannt. Bitte die PZN eintippen.').waitFor();
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
    await checkSizesByNight(page, 'shelf');

    await button(page, 'Etiketten drucken (1)').click();
    await page.getByText('1 Etikett auf 1 Bogen.').waitFor();
    await button(page, 'PDF öffnen').click();
    await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
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
    await checkScreenByNight(page, 'shelf-open-label');
  });

  test('reads with zxing where the reader of the browser hangs, and says that the picture is gone', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', SHELF, PHONE);
    await field(page).waitFor();
    const { width, height, grey } = photographLabel({ pzn: articleAt(5).pzn, width: 960, height: 720, pixelsPerMm: 9 });
    await page.evaluate(hangReader);
    await page.evaluate(setPicture, { width, height, grey: Buffer.from(grey).toString('base64') });
    await button(page, 'Kamera').click();
    await shows(articleAt(5), page);
    await button(page, 'Andere Kamera').waitFor();
    await checkScreenByNight(page, 'shelf-camera-tools');
    await page.evaluate(() => {
      const { track } = globalThis as unknown as Faked;
      Object.defineProperty(track, 'readyState', { value: 'ended' });
      track.dispatchEvent(new Event('ended'));
    });
    await page.getByText(/^Die Kamera wurde beendet\./).waitFor();
  });

  testByNight('shows the price card in another tab, and goes on', async ({ visitAs }) => {
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

  testByNight(
    'goes on without a connection, with what was loaded, and says how old it is',
    async ({ visitAs, expectErrors }) => {
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
      await checkScreenByNight(page, 'shelf-offline');
      await context.setOffline(false);
      await page.getByText(/^Ohne Verbindung gelten/).waitFor({ state: 'hidden' });
      await page.getByText('Keine Verbindung zum Server').waitFor({ state: 'hidden' });
      await button(page, 'Etiketten drucken (1)').waitFor();
    },
  );

  testByNight('says that there is no camera; nothing is cut on a small phone and at 200 %', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', SHELF, { width: 360, height: 640, hasTouch: true });
    await field(page).waitFor();
    await scanInField(page, articleAt(4));
    await button(page, 'Kamera').click();
    await page.getByText(/^(Hier ist keine Kamera|Die Kamera ist nicht erlaubt)\. /).waitFor();
    await checkWidth(page);
    await checkScreenByNight(page, 'shelf-no-camera');
    await page.setViewportSize({ width: 640, height: 360 });
    await checkWidth(page);
    await checkScreenByNight(page, 'shelf-200-percent');
  });
});

async function scanInField(page: Page, article: Article): Promise<void> {
  await field(page).fill(article.pzn);
  await field(page).press('Enter');
  await shows(article, page);
}

type Faked = { track: MediaStreamTrack };

function hangReader(): void {
  const BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(['code_39', 'data_matrix', 'ean_13', 'ean_8']);
    detect = () => new Promise(() => {});
  };
  Object.assign(globalThis, { BarcodeDetector });
}

/** The picture is all that the device's two cameras see. */
function setPicture({ width, height, grey }: { width: number; height: number; grey: string }): void {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const image = context.createImageData(width, height);
  const shades = Uint8Array.from(atob(grey), (character) => character.charCodeAt(0));
  shades.forEach((shade, at) => image.data.set([shade, shade, shade, 255], at * 4));
  const draw = () => context.putImageData(image, 0, 0);
  draw();
  setInterval(draw, 50);
  const devices = ['one', 'two'].map((deviceId) => ({ kind: 'videoinput', deviceId }));
  const getUserMedia = () => {
    const stream = canvas.captureStream();
    Object.assign(globalThis, { track: stream.getVideoTracks()[0] });
    return Promise.resolve(stream);
  };
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia, enumerateDevices: () => Promise.resolve(devices) },
  });
}
