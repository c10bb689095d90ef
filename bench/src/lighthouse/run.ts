import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { launchBrowser } from '@portal/e2e/src/browser.ts';
import { fillSignIn } from '@portal/e2e/src/journey.ts';
import { startPortal, stopPortal } from '@portal/e2e/src/running.ts';
import { median, report } from '../measure.ts';
import { type Audit, audit } from './audit.ts';

/**
 * What Lighthouse gives a phone for dashboard and price list of 20,000 rows, by its own mobile settings: as a first visit, and with what an earlier
 * visit has left; beside a page of the portal with hardly anything on it. Whoever is measured has signed in. Needs the registry of npm.
 * BENCH_ROUNDS (5). BENCH_SLOWER (1): × the time that this machine takes of the one that the goals are of, as `pnpm bench grid` tells; the phone is as many times
 * less slow beside it, and so the same phone.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** A phone's processor by Lighthouse's own settings, × the time of the machine that measures. */
const PHONE = 4;
const slowdown = PHONE / Number(process.env.BENCH_SLOWER ?? 1);
const GOAL = 90;
const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const PAGES = { plain: '/404', dashboard: HOME, list: `${HOME}/pricelist/OTC` };
const VISITS = { first: false, later: true };

await buildWeb();
const port = await freePortalPort();
const folder = await mkdtemp(join(tmpdir(), 'preisportal-lighthouse-'));
const running = await startPortal((flags) => launchBrowser([...(flags ?? []), `--remote-debugging-port=${port}`]));
try {
  const { portalUrl } = running.stack;
  // Lighthouse opens its pages in the browser's own profile, so the sign-in has to be there.
  const browser = await running.browser.browserType().connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error('the browser has no profile of its own');
  await page.goto(portalUrl);
  await fillSignIn(page, 'inhaber');
  await page.locator('header').first().waitFor();
  // another page of the portal would share the browser's processes with the one that is measured, and who drives it would slow it down
  await page.goto('about:blank');
  await browser.close();

  report('the phone, × the time of this machine', slowdown.toFixed(2));
  for (const [visit, kept] of Object.entries(VISITS)) {
    const taken = new Map<string, Audit[]>(Object.keys(PAGES).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, path] of Object.entries(PAGES)) {
        const audited = await audit(`${portalUrl}${path}`, port, { kept, slowdown }, folder);
        for (const warning of audited.warnings) process.stdout.write(`${visit} visit, ${name}: ${warning}\n`);
        // the first one compiles and fills the server's memory
        if (round > 0) taken.get(name)?.push(audited);
      }
    }
    for (const [name, audits] of taken) print(`${visit} visit, ${name}`, audits, name === 'plain');
    const points = (name: string) => median((taken.get(name) ?? []).map(({ score }) => score));
    for (const name of ['dashboard', 'list'])
      report(`${visit} visit, ${name} against plain`, `${(points(name) / points('plain')).toFixed(2)} ×`);
    const machine = [...taken.values()].flat().map((one) => one.machine);
    report(`${visit} visits: index of the machine`, `${spread(machine, 0)}`);
  }
} finally {
  await stopPortal(running);
  await rm(folder, { recursive: true, force: true });
}

function print(label: string, audits: readonly Audit[], reference: boolean): void {
  const all = (take: (one: Audit) => number) => audits.map(take);
  const scores = all(({ score }) => score);
  const reached = median(scores);
  const goal = reference ? undefined : { text: `≥ ${GOAL}`, holds: reached >= GOAL };
  report(`${label}: performance`, spread(scores, 0), goal);
  report(
    `${label}: first paint, ms`,
    spread(
      all(({ paintedMs }) => paintedMs),
      0,
    ),
  );
  report(
    `${label}: largest paint, ms`,
    spread(
      all(({ largestPaintMs }) => largestPaintMs),
      0,
    ),
  );
  report(
    `${label}: blocking time, ms`,
    spread(
      all(({ blockingMs }) => blockingMs),
      0,
    ),
  );
  report(
    `${label}: layout shift`,
    spread(
      all(({ shift }) => shift),
      2,
    ),
  );
}

/** Median (least to most). */
function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
