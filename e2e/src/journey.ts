import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { portal } from './running.ts';
import { collectTexts } from './texts/seen.ts';

export type Visit = { page: Page; context: BrowserContext; url: string; close(): Promise<void> };
/** A desk's or a phone's; one with `hasTouch` is tapped on. */
export type Screen = { width: number; height: number; hasTouch?: boolean; deviceScaleFactor?: number };
/** Opens a path of the portal in a fresh browser profile; no one is signed in. */
export type OpenVisit = (path?: string, screen?: Screen) => Promise<Visit>;
/** Opens a path in a fresh browser profile as a demo user. */
export type VisitAs = (username: string, path?: string, screen?: Screen) => Promise<Visit>;

const DESK: Screen = { width: 1440, height: 900 };
type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** Cookies of the identity provider by user: only journeys about signing in repeat the sign-in. */
const sessions = new Map<string, readonly Cookie[]>();

/** The browser profiles that one journey opens. */
export class Profiles {
  readonly #contexts: BrowserContext[] = [];
  /** A browser may drop kept products at any time; the list comes with them then (ADR 73). */
  readonly #expected: RegExp[] = [/ERR_CACHE_MISS/];
  readonly #errors: string[] = [];

  /** Lets errors of pages pass that match; others fail the journey. */
  readonly expectErrors = (...patterns: RegExp[]): void => void this.#expected.push(...patterns);

  /** A fresh profile without a page. Its pages' exceptions and logged errors are recorded. */
  readonly open = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const { browser } = portal();
    const context = await browser.newContext({ locale: 'de-DE', ...options });
    this.#contexts.push(context);
    context.on('weberror', (thrown) => this.#errors.push(thrown.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.text()} ${message.location().url}`);
    });
    return context;
  };

  readonly visit: OpenVisit = (path, screen) => this.#visit(path, screen, []);

  readonly visitAs: VisitAs = async (username, path, screen) => {
    const visiting = await this.#visit(path, screen, sessions.get(username) ?? []);
    const { page, context, url } = visiting;
    const form = page.getByLabel('Benutzername');
    await form.or(page.locator('header')).first().waitFor();
    // Without a session, or where an earlier journey has ended it.
    if (await form.isVisible()) {
      await fillSignIn(page, username);
      await page.waitForURL((address) => address.origin === url);
      const cookies = await context.cookies();
      sessions.set(
        username,
        cookies.filter(({ name }) => name !== 'XSRF-TOKEN'),
      );
    }
    return visiting;
  };

  async #visit(
    path = '/',
    { hasTouch = false, deviceScaleFactor = 1, ...viewport } = DESK,
    session: readonly Cookie[],
  ): Promise<Visit> {
    const { portalUrl: url } = portal().stack;
    // Dialogs without motion: nobody watches, and each would be waited for twice.
    const options = {
      viewport,
      hasTouch,
      deviceScaleFactor,
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    } as const;
    const context = await this.open(options);
    context.setDefaultTimeout(20_000);
    await context.addCookies(session);
    await collectTexts(context);
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    return { page, context, url, close: () => context.close() };
  }

  /** @returns errors of pages that the journey has not expected */
  unexpectedErrors(): string[] {
    return this.#errors.filter((error) => !this.#expected.some((pattern) => pattern.test(error)));
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

/** Fills in the identity provider's form. */
export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}
