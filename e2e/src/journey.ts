import type { BrowserContext, Page } from '@playwright/test';
import { portal } from './running.ts';
import { collectTexts } from './texts/seen.ts';

export type Visit = {
  page: Page;
  context: BrowserContext;
  url: string;
  /** Errors the page has logged or thrown; a journey ends with none. */
  errors: string[];
  close(): Promise<void>;
};

/** A desk's or a phone's; one with `hasTouch` is tapped on. */
export type Screen = { width: number; height: number; hasTouch?: boolean };

/**
 * Opens a path of the portal in a fresh browser profile.
 * @param session cookies of the identity provider; without them no one is signed in
 */
export async function visit(
  path = '/',
  { hasTouch = false, ...viewport }: Screen = { width: 1440, height: 900 },
  session: readonly Cookie[] = [],
): Promise<Visit> {
  const { stack, browser } = portal();
  const context = await browser.newContext({
    viewport,
    hasTouch,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // nobody looks on, and each dialog would be waited for twice
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  await context.addCookies(session);
  await collectTexts(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${stack.portalUrl}${path}`);
  return { page, context, errors, url: stack.portalUrl, close: () => context.close() };
}

/** Fills in the identity provider's form. */
export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** The provider's cookies of who has signed in before: a journey that is not about signing in need not do it again. */
const sessions = new Map<string, readonly Cookie[]>();

/** Opens a path as a demo user. */
export async function visitAs(username: string, path = '/', screen?: Screen): Promise<Visit> {
  const visiting = await visit(path, screen, sessions.get(username));
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
}
