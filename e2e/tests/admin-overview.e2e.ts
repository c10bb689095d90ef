import { randomUUID } from 'node:crypto';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkSizesByNight } from '../src/check-screen.ts';
import { expect, type Locator } from '@playwright/test';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

/** A message about the owner's open MDP that was given up long ago. */
async function seedDeadMessage(): Promise<number> {
  const { database } = portal();
  const { apoId, crmCompanyId } = OWNER_PHARMACY;
  const { rows } = await database.query<{ id: number }>(
    `SELECT id FROM price_update WHERE apo_id = $1 AND kind = 'MDP' AND status = 0`,
    [apoId],
  );
  const importId = rows[0]?.id as number;
  const payload = {
    outcome: 'approved',
    closedAt: '2026-11-15T08:00:00.000Z',
    closedBy: 'Anna Berger',
    task: { kind: 'MDP', importId, productGroup: 'OTC' },
    pharmacy: { apoId, crmCompanyId },
  };
  const error = 'Das Kundencenter ist nicht erreichbar (ECONNREFUSED).';
  await database.query(
    `WITH dead AS (
       INSERT INTO outbox (message_id, kind, payload, apo_id, status, attempts, created_at, next_attempt_at, settled_at, last_error)
       VALUES ($1, 'taskClosed', $2, $3, 'dead', 20, now() - interval '14 hours', now(), now(), $4) RETURNING id
     )
     INSERT INTO outbox_event (outbox_id, at, event, detail, user_name) SELECT id, now(), 'gaveUp', $4, 'System' FROM dead`,
    [randomUUID(), JSON.stringify(payload), apoId, error],
  );
  return importId;
}

test('staff see what waits, send a dead message again, and open a package from its line', async ({ visitAs }) => {
  const importId = await seedDeadMessage();
  const { page } = await visitAs('vertrieb');
  await page.getByRole('link', { name: 'Übersicht' }).click();
  const name = `Aufgabe schließen: MDP OTC ${importId}`;
  await page.getByRole('link', { name, exact: true }).waitFor();
  await checkSizesByNight(page, 'admin-overview-message');
  await page.getByRole('button', { name: `Versuche: ${name}` }).click();
  await page.getByRole('dialog').getByText('Aufgegeben').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: `Erneut zustellen: ${name}` }).click();
  await page.getByText('Die Nachricht wird in wenigen Sekunden erneut zugestellt.').waitFor();
  const { stack } = portal();
  const tasks = async () => (await fetch(`${stack.customerCentreUrl}/aufgaben`)).text();
  await expect.poll(tasks, { timeout: 60_000 }).toContain(`MDP OTC ${importId}`);
  await page.getByRole('button', { name: 'Aktualisieren' }).click();
  const middle = async (line: Locator) => {
    const { y, height } = (await line.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const health = page.getByText('Alle Dienste laufen');
  const heading = page.getByRole('heading', { level: 1 });
  expect(Math.abs((await middle(health)) - (await middle(heading)))).toBeLessThan(12);
  await health.click();
  await page.getByText('Alle Nachrichten sind zugestellt.').waitFor();

  await page.getByRole('searchbox').fill(String(OWNER_PHARMACY.apoId));
  const line = page.getByRole('row').filter({ hasText: `Monatsupdate ${importId}` });
  // Wherever one clicks on the line: its link lies over all of it.
  await line.getByRole('cell').nth(2).click({ force: true });
  await page.waitForURL(`**/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/mdp/${importId}/OTC`);
  await page.getByRole('heading', { name: /MONATSUPDATE - OTC/ }).waitFor();
});
