import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { launchBrowser } from '@portal/e2e/src/browser.ts';
import { fillSignIn } from '@portal/e2e/src/journey.ts';
import { type Running, startPortal, stopPortal } from '@portal/e2e/src/running.ts';
import { median, p95, report } from '../measure.ts';
import { type Page, serveRows, type Typing, typePrices } from './measure-typing.ts';

/** Typing prices into a package of 20,000 rows with its review, beside the same screen without one, by turns in one run. */
const ROUNDS = 3;
const LONGEST_MS = 50;

await buildWeb();
const running = await startPortal(launchBrowser);
try {
  const path = await packagePath(running);
  const typed: Record<'review' | 'plain', Typing[]> = { review: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++) {
    typed.plain.push(await typeInto(path, false));
    typed.review.push(await typeInto(path, true));
  }
  process.stdout.write('20,000 rows at 4 × CPU: with review, without, with as a part of without\n');
  print('longest task while typing, ms', ({ tasks }) => tasks[0] ?? 0, LONGEST_MS);
  print('tasks above 50 ms', ({ tasks }) => tasks.filter((ms) => ms > LONGEST_MS).length, 0);
  print('task of a key, middle, ms', ({ tasks }) => median(tasks.filter((ms) => ms > 10)));
  print('key to next frame, 95 of 100, ms', ({ keys }) => p95(keys));

  function print(label: string, take: (typing: Typing) => number, most?: number): void {
    const [review, plain] = [median(typed.review.map(take)), median(typed.plain.map(take))];
    const value = `${review.toFixed(1)}  ${plain.toFixed(1)}  ${(review / plain).toFixed(2)} ×`;
    report(label, value, most === undefined ? undefined : { text: `≤ ${most}`, holds: review <= most });
  }
} finally {
  await stopPortal(running);
}

/** The open monthly update of the demo owner; its rows are replaced on their way to the browser. */
async function packagePath({ database }: Running): Promise<string> {
  const { rows } = await database.query<{ id: number; group: string }>(
    `SELECT id, product_group AS "group" FROM price_update WHERE apo_id = $1 AND kind = 'MDP' AND status = 0`,
    [OWNER_PHARMACY.apoId],
  );
  const open = rows[0];
  if (!open) throw new Error('the demo owner has no open monthly update');
  return `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/mdp/${open.id}/${open.group}`;
}

async function typeInto(path: string, review: boolean): Promise<Typing> {
  const { stack, browser } = running;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
  const page: Page = await context.newPage();
  await page.goto(stack.portalUrl);
  await fillSignIn(page, 'inhaber');
  await page.locator('header').first().waitFor();
  await serveRows(page, { review });
  await page.goto(`${stack.portalUrl}${path}`);
  await page.getByText('20.000 / 20.000 Artikel').waitFor();
  if (review) await page.getByText(/^Zu prüfen \d/).click();
  await page.waitForTimeout(1000); // loading is not what is measured
  const typing = await typePrices(page);
  await context.close();
  return typing;
}
