import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { launchBrowser } from '@portal/e2e/src/browser.ts';
import { fillSignIn } from '@portal/e2e/src/journey.ts';
import { startPortal, stopPortal } from '@portal/e2e/src/running.ts';
import { median, report } from '../measure.ts';
import { type Opening, openSlowly, rowsOnSlowLine, tasksOnPhone, type Way } from './open-slowly.ts';

/**
 * What a phone waits for: dashboard and price list of 20,000 rows opened in the built portal by a processor four times slower over a
 * simulated mobile network (150 ms, 1.6 Mbit/s, what Lighthouse takes), the list also over slow 3G at a desk, beside a page of the portal with hardly anything on it. Tasks and blocking
 * time are processor time of loads of their own, four times over. BENCH_ROUNDS (5); BENCH_TASKS=1 for the tasks alone.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ONLY_TASKS = process.env.BENCH_TASKS === '1';
const LONGEST = [0, 1, 2, 3, 4, 5];
const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const LIST_READY = / \/ 20\.000 Artikel$/;

await buildWeb();
const running = await startPortal(launchBrowser);
const { browser, stack } = running;
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });
  const page = await context.newPage();
  const redirects: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 300 && answer.status() < 400 && answer.status() !== 304) redirects.push(answer.url());
  });
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await page.goto(stack.portalUrl);
  await fillSignIn(page, 'inhaber');
  await page.locator('header').first().waitFor();
  const signedIn = { redirects: redirects.length, documents: documents.length };
  const session = await context.cookies();
  await context.close();

  const follow = { link: 'a[href$="/pricelist/OTC"]', ready: LIST_READY };
  const ways = {
    plain: { path: '/404', ready: /Die angeforderte Seite existiert nicht/ },
    dashboard: { path: HOME, ready: /Letzte Freigaben/ },
    list: { path: `${HOME}/pricelist/OTC`, ready: LIST_READY },
    click: { path: HOME, ready: /Letzte Freigaben/, follow },
  } satisfies Record<string, Way>;
  type Name = keyof typeof ways;
  const names = Object.keys(ways) as Name[];
  const opened: Record<Name, Opening[]> = { plain: [], dashboard: [], list: [], click: [] };
  const onSlowLine: number[] = [];
  const tasks: Record<Name, number[][]> = { plain: [], dashboard: [], list: [], click: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    if (!ONLY_TASKS) onSlowLine.push(await rowsOnSlowLine(browser, stack.portalUrl, session, ways.click));
    for (const name of names) {
      const on = [browser, stack.portalUrl, session, ways[name]] as const;
      const taken = { opening: ONLY_TASKS ? undefined : await openSlowly(...on), tasks: await tasksOnPhone(...on) };
      // the first one compiles and fills the server's memory
      if (round === 0) continue;
      if (taken.opening) opened[name].push(taken.opening);
      tasks[name].push(taken.tasks);
    }
  }
  for (const [name, goal] of [
    ['plain', undefined],
    ['dashboard', 300],
    ['list', 300],
    ['click', 300],
  ] as const) {
    const of = (take: (opening: Opening) => number) => median(opened[name].map(take));
    const blocking = median(tasks[name].map(blockingTime));
    report(
      `${name}: blocking time, ms`,
      blocking.toFixed(0),
      goal === undefined ? undefined : { text: `≤ ${goal}`, holds: blocking <= goal },
    );
    report(
      `${name}: longest tasks, ms`,
      LONGEST.map((place) => median(tasks[name].map((all) => all[place] ?? 0)).toFixed(0)).join(' '),
    );
    if (ONLY_TASKS) continue;
    report(`${name}: first contentful paint, ms`, of(({ painted }) => painted).toFixed(0));
    report(`${name}: ready, ms`, of(({ readyMs }) => readyMs).toFixed(0));
    const rows = of(({ rowsMs }) => rowsMs);
    if (name === 'click') report('click: first rows, ms', rows.toFixed(0), { text: '≤ 1500', holds: rows <= 1500 });
    report(`${name}: kilobytes`, of(({ bytes }) => bytes / 1000).toFixed(0));
  }
  if (!ONLY_TASKS) {
    const rows = median(onSlowLine);
    report('click on slow 3G: first rows, ms', rows.toFixed(0), { text: '≤ 3000', holds: rows <= 3000 });
  }
  report(
    'list against plain, blocking time',
    `${(median(tasks.list.map(blockingTime)) / Math.max(1, median(tasks.plain.map(blockingTime)))).toFixed(2)} ×`,
  );
  report('sign-in: documents, redirects', `${signedIn.documents}, ${signedIn.redirects}`);
} finally {
  await stopPortal(running);
}

/** What of each task is beyond 50 ms, together: for so long a touch would have had to wait. */
function blockingTime(tasks: readonly number[]): number {
  return tasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
}
