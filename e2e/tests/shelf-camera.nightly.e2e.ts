import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { photographLabel, videoOf } from '@portal/dev/label-pictures.ts';
import type { Page } from '@playwright/test';
import { launchShell } from '../src/browser.ts';
import { checkScreen } from '../src/check-screen.ts';
import { button, startOf } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal, type Running, setRunning } from '../src/running.ts';

const PHARMACY = demoPharmacyRef(100_119);
const SHELF = `${startOf(PHARMACY)}/regal`;
const PHONE = { width: 390, height: 844, hasTouch: true };
const card = (page: Page) => page.getByRole('article');
const field = (page: Page) => page.getByLabel('Scannen oder PZN eintippen');
type Article = { pzn: string; name: string };
let articles: Article[] = [];
const articleAt = (at: number) => articles[at] as Article;

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
    const { rows } = await usual.database.query<Article>(
      `SELECT i.pzn, p.name FROM price_item i JOIN product p USING (pzn)
        WHERE i.apo_id = $1 AND i.product_group = 'OTC' AND i.price_type IN (0, 2) ORDER BY i.pzn LIMIT 40`,
      [PHARMACY.apoId],
    );
    articles = rows;
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
      const { pzn, name } = articleAt(0);
      await field(page).fill(pzn);
      await field(page).press('Enter');
      await card(page).filter({ hasText: pzn }).getByText(name).waitFor();
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
