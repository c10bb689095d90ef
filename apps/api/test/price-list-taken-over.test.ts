import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { a, edit, openStage, type Stage } from './support/save-stage.ts';
import { seedPharmacy } from './support/seed.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

describe('a save that is taken over from another pharmacy (rule 3.37)', () => {
  test('says so in the history, and can be taken back like any other', async () => {
    const { portal, pharmacy, save, history } = stage;
    const first = await seedPharmacy(portal.database, 2, { name: 'Rosen-Apotheke', city: 'Köln' });
    const owner = await portal.as('Anna Berger', [
      `TP_admin_${pharmacy.crmCompanyId}`,
      `TP_user_${first.crmCompanyId}`,
    ]);
    const answer = await save(owner, [edit(a, 8.49)], { takenFrom: first.crmCompanyId });
    expect(answer.body).toEqual({ status: 'OK', changed: 1 });
    expect((await history()).map(({ event }) => event)).toEqual([
      'Preisliste gespeichert, übernommen aus Rosen-Apotheke, Köln',
    ]);
    const shown = await owner.get(`/api/pharmacy/ownhistory/${pharmacy.path}`);
    expect(shown.body.entries[0]).toMatchObject({ changed: 1, mayUndo: true });
  });

  test('is refused when it names a pharmacy of others, or none at all', async () => {
    const { portal, owner, sales, save, everything } = stage;
    const foreign = await seedPharmacy(portal.database, 2);
    const before = await everything();
    expect((await save(owner, [edit(a, 8.49)], { takenFrom: foreign.crmCompanyId })).status).toBe(403);
    expect((await save(owner, [edit(a, 8.49)], { takenFrom: 999_999 })).status).toBe(403);
    expect((await save(sales, [edit(a, 8.49)], { takenFrom: 999_999 })).status).toBe(403);
    expect(await everything()).toEqual(before);
  });
});
