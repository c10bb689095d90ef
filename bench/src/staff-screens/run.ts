import { join } from 'node:path';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { launchBrowser } from '@portal/e2e/src/browser.ts';
import { fillSignIn } from '@portal/e2e/src/journey.ts';
import { startPortal, stopPortal } from '@portal/e2e/src/running.ts';
import { growForStaff } from '../country/grow.ts';
import { servePages } from '../grid/build-pages.ts';
import { median, report } from '../measure.ts';
import type { Page } from '../typing/measure-typing.ts';
import { type Frames, scroll, type Step, step, typeInto } from './measure-screen.ts';

/**
 * Staff's list and overview with 17,000 pharmacies in the built portal, beside a plain list of as many lines (react-window, one cell a
 * line) by turns in one run. What is compared is thread time, so that other work of the machine does not count. BENCH_ROUNDS (3);
 * BENCH_SCREENSHOTS names a folder for pictures of both pages.
 */
const PHARMACIES = Number(process.env.COUNTRY_SIZES ?? 17_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SCREENS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
type ScreenName = keyof typeof SCREENS;
const LONGEST_MS = 50;
const FRAME_MS = 16.7;

type Measured = { open: Step; type: Step; scroll: Frames } & Partial<Record<string, Step | Frames>>;

await buildWeb();
const pages = await servePages(join(import.meta.dirname, 'page'), ['plain']);
const running = await startPortal(launchBrowser);
const { browser, stack, database } = running;
try {
  await growForStaff(database, PHARMACIES);
  const cookies = await signIn();
  for (const screen of Object.keys(SCREENS) as ScreenName[]) {
    const taken = { plain: [] as Measured[], list: [] as Measured[], overview: [] as Measured[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const all = { plain: await plain(screen), list: await list(screen), overview: await overview(screen) };
      // the first one compiles, and fills the server's memory
      if (round > 0) for (const name of ['plain', 'list', 'overview'] as const) taken[name].push(all[name]);
    }
    process.stdout.write(
      `${screen}: longest task, of scrolling the work of a frame, ms of thread time, × the plain list\n`,
    );
    for (const name of ['plain', 'list', 'overview'] as const) print(name, taken[name], taken.plain);
  }

  async function signIn() {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(stack.portalUrl);
    await fillSignIn(page, 'vertrieb');
    await page.locator('header').first().waitFor();
    const all = await context.cookies();
    await context.close();
    return all.filter(({ name }) => name !== 'XSRF-TOKEN');
  }

  /** A page of a profile of its own, at rest. */
  async function open(screen: ScreenName, url: string): Promise<{ page: Page; open: Step }> {
    const context = await browser.newContext({
      viewport: SCREENS[screen],
      locale: 'de-DE',
      hasTouch: screen === 'phone',
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const opened = await step(page, async () => {
      await page.goto(url);
      await page.getByRole('row').nth(2).waitFor();
    });
    return { page, open: opened };
  }

  async function plain(screen: ScreenName): Promise<Measured> {
    const { page, open: opened } = await open(screen, pages.urlOf('plain'));
    const frames = await scroll(page);
    const type = await step(page, () => typeInto(page, '1234'));
    await page.context().close();
    return { open: opened, type, scroll: frames };
  }

  async function list(screen: ScreenName): Promise<Measured> {
    const { page, open: opened } = await open(screen, `${stack.portalUrl}/admin`);
    await picture(page, `list-${screen}`);
    const frames = await scroll(page);
    const sortBy = async (column: string, key: string) => {
      if (screen === 'desk') await page.getByRole('columnheader').getByRole('button', { name: column }).click();
      else await page.getByLabel('Sortieren nach').selectOption(key);
    };
    const sortCity = await step(page, () => sortBy('PLZ, Ort', 'city'));
    const sortName = await step(page, () => sortBy('Apotheke', 'name'));
    const family = await step(page, () =>
      page
        .getByRole('button', { name: /^Spiegelapotheken von .* anzeigen/ })
        .first()
        .click(),
    );
    const filterWork = await step(page, () => page.getByRole('combobox').nth(1).selectOption('MDP'));
    const filterWait = await step(page, () => page.getByRole('combobox').nth(2).selectOption('2'));
    const type = await step(page, () => typeInto(page, 'hirsch'));
    await picture(page, `list-${screen}-searched`);
    await page.context().close();
    return { open: opened, scroll: frames, sortCity, sortName, family, filterWork, filterWait, type };
  }

  async function overview(screen: ScreenName): Promise<Measured> {
    const { page, open: opened } = await open(screen, `${stack.portalUrl}/admin?view=overview`);
    await picture(page, `overview-${screen}`);
    const frames = await scroll(page);
    const filterState = await step(page, () => page.getByRole('combobox').nth(1).selectOption('tonight'));
    const filterBack = await step(page, () => page.getByRole('combobox').nth(1).selectOption('all'));
    const type = await step(page, () => typeInto(page, 'hirsch'));
    await picture(page, `overview-${screen}-searched`);
    await page.context().close();
    return { open: opened, scroll: frames, filterState, filterBack, type };
  }
} finally {
  await stopPortal(running);
  await pages.close();
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.BENCH_SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

function print(name: string, all: readonly Measured[], reference: readonly Measured[]): void {
  for (const what of Object.keys(all[0] ?? {})) {
    const of = <Taken>(from: readonly Measured[], take: (one: Taken) => number) =>
      median(from.map((one) => take((one[what] ?? one.type) as Taken)));
    const frames = what === 'scroll';
    const cost = (one: Step | Frames) => ('perFrame' in one ? one.perFrame : one.longest);
    const taken = of<Step | Frames>(all, cost);
    const ratio = taken / of<Step | Frames>(reference, cost);
    const more = frames
      ? `longest ${of<Frames>(all, (one) => one.longest).toFixed(0)}, frames ${of<Frames>(all, (one) => one.median).toFixed(0)} / p95 ${of<Frames>(all, (one) => one.p95).toFixed(0)}`
      : `all ${of<Step>(all, (one) => one.all).toFixed(0)}`;
    const most = frames ? FRAME_MS : LONGEST_MS;
    const goal = { text: `≤ ${most}`, holds: taken <= most };
    report(
      `${name}: ${what}`,
      `${taken.toFixed(1)}  ${ratio.toFixed(1)} ×  ${more}`,
      what === 'open' ? undefined : goal,
    );
  }
}
