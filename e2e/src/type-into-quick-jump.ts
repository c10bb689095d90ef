import type { Page } from '@playwright/test';

/** Waits until all of the text has been searched for: what its first characters find disappears a moment after the last key. */
export async function typeIntoQuickJump(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.locator(`input[role="combobox"][value="${text}"]`).waitFor();
  await page.getByRole('dialog').getByText('Artikel werden gesucht …').waitFor({ state: 'detached' });
}
