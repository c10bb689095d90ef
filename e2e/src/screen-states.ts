import { type Page, test } from '@playwright/test';
import { checkNothingCut, checkScreen, SIZES } from './check-screen.ts';
import type { VisitAs } from './journey.ts';

/** A screen of the portal in a state that somebody comes upon. */
export type State = {
  readonly name: string;
  readonly path: string | (() => string);
  /** Leads to the state and waits until all of it is there. */
  readonly ready: (page: Page) => Promise<unknown>;
};

/** Walks through the states in one browser profile, in a tab each, and looks at each at both widths (rules 2.5 and 2.34). */
export async function walk(visitAs: VisitAs, user: string, states: readonly State[]): Promise<void> {
  test.setTimeout(states.length * 60_000);
  const { page: first, context, url } = await visitAs(user, '/404');
  await first.close();
  for (const { name, path, ready } of states) {
    const page = await context.newPage();
    await page.goto(`${url}${typeof path === 'string' ? path : path()}`);
    await test.step(name, () => ready(page));
    for (const { name: size, ...viewport } of SIZES) {
      await page.setViewportSize(viewport);
      await checkNothingCut(page, name);
      await checkScreen(page, `${name}-${size}`);
    }
    await page.close(); // what was entered goes with it, unasked
  }
}

export const heading = (name: RegExp | string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
/** A list with its rows. */
export const list = async (page: Page) => {
  await page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
  await page.getByRole('gridcell').first().waitFor();
};
export const text = (said: string | RegExp) => (page: Page) => page.getByText(said).first().waitFor();
/** A dialog that a button opens. */
export const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
