import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { a, b, c, edit, excluded, own, permanent, unlisted } from '../support/save-stage.ts';
import { seedOpenUpdate, seedPharmacy } from '../support/seed.ts';
import { openUndoStage, type UndoStage } from './support.ts';

let stage: UndoStage;
beforeEach(async () => {
  stage = await openUndoStage();
});
afterEach(() => stage.close());

const calculated = (effectivePrice = 999) => ({ priceType: 0, effectivePrice });

describe('taking back a save (rule 11.9)', () => {
  test('restores type and own price of every row, in one entry of its own, and tells the till', async () => {
    const { pharmacy, portal, owner, save, undo, newest, item, history, changes } = stage;
    const before = await Promise.all([a, excluded, own, permanent].map(item));
    await save(owner, [
      edit(a, 5.55, { editedPermanent: true }),
      edit(excluded, 4.44),
      edit(own, null, { editedIgnore: true }),
      edit(permanent, null),
    ]);
    const saved = await newest();
    portal.clock.set('2026-03-11T09:00:00Z');
    const answer = await undo(owner, saved);
    expect([answer.status, answer.body]).toEqual([200, { status: 'OK', restored: 4, left: 0 }]);
    expect(await Promise.all([a, excluded, own, permanent].map(item))).toEqual(before);
    const entry = (await history()).at(-1);
    expect(entry).toMatchObject({
      event: 'Speichervorgang vom 10.03.2026 10:00 zurückgenommen',
      productType: 'OTC',
      hasLog: true,
      userName: 'Anna Berger',
      byStaff: false,
      undoes: BigInt(saved),
    });
    const logged = (await changes()).filter((change) => change.historyId === entry?.id);
    expect(
      logged.map((change) => [change.pzn, Number(change.oldPrice), Number(change.newPrice), change.newType]),
    ).toEqual([
      [a, 5.55, 9.99, 0],
      [excluded, 4.44, 0, 1],
      [own, 0, 8, 2],
      [permanent, 9.99, 7, 3],
    ]);
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    const { prices } = (await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`)).body;
    expect(prices.find((row: { pzn: string }) => row.pzn === a)).toMatchObject({ price: 9.99 });
    const list = await portal.database.prisma.listVersion.findFirst({
      where: { apoId: pharmacy.apoId, productGroup: 'OTC' },
    });
    expect([list?.itemCount, list?.negativeCount]).toEqual([4, 1]);
  });

  test('the preview names what comes back and what stays, with who changed it', async () => {
    const { owner, deputy, save, newest, previewOf } = stage;
    await save(owner, [edit(a, 5.55), edit(b, 6.66), edit(own, 7.77)]);
    const saved = await newest();
    await save(deputy, [edit(b, 6.99)]);
    expect(await previewOf(owner, saved)).toEqual({
      preview: expect.any(String),
      ends: 0,
      restored: {
        total: 2,
        rows: [
          {
            pzn: a,
            name: `Produkt ${a}`,
            content: null,
            today: { priceType: 2, effectivePrice: 555 },
            restored: calculated(),
          },
          {
            pzn: own,
            name: `Produkt ${own}`,
            content: null,
            today: { priceType: 2, effectivePrice: 777 },
            restored: { priceType: 2, effectivePrice: 800 },
          },
        ],
      },
      left: {
        total: 1,
        rows: [
          {
            pzn: b,
            name: `Produkt ${b}`,
            content: null,
            today: { priceType: 2, effectivePrice: 699 },
            reason: 'changedSince',
            changed: {
              createdAt: '2026-03-10T09:00:00.000Z',
              event: 'Preisliste gespeichert',
              userName: 'Jonas Klein',
            },
          },
        ],
      },
    });
  });

  test('a row that was changed since stays, also one that has its price of then again', async () => {
    const { owner, deputy, save, undo, newest, item } = stage;
    await save(owner, [edit(a, 5.55), edit(b, 6.66)]);
    const saved = await newest();
    await save(deputy, [edit(b, 6.99)]);
    await save(deputy, [edit(b, 6.66)]);
    expect((await undo(owner, saved)).body).toMatchObject({ restored: 1, left: 1 });
    expect([(await item(a))?.type, (await item(b))?.manual]).toEqual([0, '6.66']);
  });

  test('can itself be taken back, and that again', async () => {
    const { owner, save, undo, newest, item } = stage;
    await save(owner, [edit(a, 5.55), edit(own, 7.77)]);
    const saved = await newest();
    await undo(owner, saved);
    expect((await undo(owner, await newest())).body).toEqual({ status: 'OK', restored: 2, left: 0 });
    expect([(await item(a))?.manual, (await item(own))?.manual]).toEqual(['5.55', '7.77']);
    expect((await undo(owner, await newest())).body).toEqual({ status: 'OK', restored: 2, left: 0 });
    expect([(await item(a))?.type, (await item(own))?.manual]).toEqual([0, '8.00']);
  });

  test('what a save has added as an exclusion leaves the list, and returns when that is taken back', async () => {
    const { portal, pharmacy, owner, save, undo, newest, item } = stage;
    await portal.database.prisma.product.create({ data: { pzn: unlisted, name: 'Neu', producer: 'Muster' } });
    await save(owner, [edit(a, 5.55), edit(unlisted, null, { editedIgnore: true, productGroup: 'OTC' })]);
    expect((await undo(owner, await newest())).body).toMatchObject({ restored: 2 });
    expect(await item(unlisted)).toBeNull();
    const counts = () =>
      portal.database.prisma.listVersion
        .findFirst({ where: { apoId: pharmacy.apoId, productGroup: 'OTC' } })
        .then((list) => [list?.itemCount, list?.negativeCount]);
    expect(await counts()).toEqual([4, 1]);
    expect((await undo(owner, await newest())).body).toMatchObject({ restored: 2 });
    expect(await item(unlisted)).toEqual({ type: 1, manual: null, calculated: null });
    expect(await counts()).toEqual([4, 2]);
  });

  test('a calculated price comes back as it is today', async () => {
    const { portal, pharmacy, owner, save, undo, newest, item } = stage;
    await save(owner, [edit(a, 5.55)]);
    const saved = await newest();
    await portal.database.prisma.priceItem.update({
      where: { apoId_pzn: { apoId: pharmacy.apoId, pzn: a } },
      data: { calculatedPrice: '10.49' },
    });
    const { restored } = await stage.previewOf(owner, saved);
    expect(restored.rows[0]?.restored).toEqual(calculated(1049));
    await undo(owner, saved);
    expect(await item(a)).toEqual({ type: 0, manual: null, calculated: '10.49' });
  });

  test('rows of an open monthly update stay, a row that has left the list too', async () => {
    const { portal, pharmacy, owner, save, undo, newest, previewOf } = stage;
    await save(owner, [edit(a, 5.55), edit(b, 6.66), edit(own, 7.77)]);
    const saved = await newest();
    await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
    await portal.database.prisma.priceItem.delete({ where: { apoId_pzn: { apoId: pharmacy.apoId, pzn: b } } });
    const { left } = await previewOf(owner, saved);
    expect(left.rows.map((row) => [row.pzn, row.reason, row.changed])).toEqual([
      [a, 'blocked', null],
      [b, 'notListed', null],
    ]);
    expect((await undo(owner, saved)).body).toMatchObject({ restored: 1, left: 2 });
  });

  test('each list of a save that touched two is taken back by its own entry', async () => {
    const { owner, save, undo, newest, item } = stage;
    await save(owner, [edit(a, 5.55), edit(c, 6.66)]);
    expect((await undo(owner, await newest())).body).toMatchObject({ restored: 1, left: 0 });
    expect([(await item(a))?.manual, (await item(c))?.manual]).toEqual(['5.55', null]);
  });
});

describe('who may take back, and when', () => {
  test('people of the pharmacy those of each other, staff all', async () => {
    const { owner, deputy, sales, save, undo, newest } = stage;
    await save(owner, [edit(a, 5.55)]);
    expect((await undo(deputy, await newest())).status).toBe(200);
    await save(owner, [edit(a, 6.55)]);
    expect((await undo(sales, await newest())).status).toBe(200);
    expect((await stage.history()).at(-1)?.byStaff).toBe(true);
    // What staff have taken back staff give back.
    expect((await undo(owner, await newest())).status).not.toBe(200);
    expect((await undo(sales, await newest())).status).toBe(200);
  });

  test('list, log and preview agree of every entry, for each person', async () => {
    const { portal, pharmacy, owner, deputy, sales, save, undo, newest, undoPath, entriesOf } = stage;
    await save(sales, [edit(a, 5.55)]);
    const byStaff = await newest();
    await save(owner, [edit(b, 6.66)]);
    await save(deputy, [edit(own, 7.77)]);
    await undo(sales, await newest());
    const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [permanent]);
    await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [edit(permanent, 3.33)] });
    await sales.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/2`);
    // One who left the staff and now works here: what they did as staff stays with staff.
    const former = await portal.as('Tobias Sommer', [`TP_user_${pharmacy.crmCompanyId}`]);
    for (const person of [owner, deputy, sales, former]) {
      for (const entry of await entriesOf(sales)) {
        const shown = (await entriesOf(person)).find((each) => each.id === entry.id);
        const log = await person.get(`/api/pharmacy/ownhistory/${pharmacy.path}/log/${entry.id}`);
        const preview = await person.get(undoPath(entry.id));
        const mayHave = person === sales || !entry.hasLog || entry.userName !== 'Tobias Sommer';
        expect([entry.event, shown?.hasLog, log.status]).toEqual([
          entry.event,
          entry.hasLog && mayHave,
          entry.hasLog && mayHave ? 200 : 404,
        ]);
        expect([entry.event, shown?.mayUndo, preview.status]).toEqual([
          entry.event,
          entry.mayUndo && mayHave,
          mayHave ? (entry.mayUndo ? 200 : 409) : 404,
        ]);
      }
    }
    const answer = await owner.post(undoPath(byStaff), { preview: 'x' });
    expect([answer.status, answer.body.reason]).toEqual([404, 'not_found']);
  });

  test('nobody else, not at a mirror, and not without access to the pilot', async () => {
    const { portal, pharmacy, owner, save, newest, undoPath } = stage;
    await save(owner, [edit(a, 5.55)]);
    const path = undoPath(await newest());
    const { preview } = (await owner.get(path)).body;
    const before = await stage.everything();
    const stranger = await portal.as('Fremd', ['TP_admin_999']);
    for (const answer of [await stranger.get(path), await stranger.post(path, { preview })])
      expect([answer.status, answer.body.reason]).toEqual([403, 'forbidden']);
    const { prisma } = portal.database;
    await prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { pilotAccess: false } });
    for (const answer of [await owner.get(path), await owner.post(path, { preview })])
      expect([answer.status, answer.body.reason]).toEqual([403, 'no_pilot_access']);
    const main = await seedPharmacy(portal.database, 9);
    await prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { pilotAccess: true, parentApoId: main.apoId },
    });
    for (const answer of [await owner.get(path), await owner.post(path, { preview })])
      expect([answer.status, answer.body.reason]).toEqual([403, 'mirror_read_only']);
    expect(await stage.everything()).toEqual(before);
  });

  test('not while a calculation of the list awaits approval', async () => {
    const { portal, pharmacy, owner, save, newest, undoPath } = stage;
    await save(owner, [edit(a, 5.55)]);
    const path = undoPath(await newest());
    const { preview } = (await owner.get(path)).body;
    await seedOpenUpdate(portal.database, pharmacy, 'LZD', 'OTC', [a], { readyForApproval: false });
    for (const answer of [await owner.get(path), await owner.post(path, { preview })])
      expect([answer.status, answer.body.reason]).toEqual([409, 'edit_blocked']);
  });

  test('approvals, their reopenings, settings and entries of others are none to take back', async () => {
    const { portal, pharmacy, owner, sales, newest, undoPath } = stage;
    const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
    await owner.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
    const refused = async (event: number) => {
      const { status, body } = await owner.post(undoPath(event), { preview: 'x' });
      return [status, body.reason, (await owner.get(undoPath(event))).status];
    };
    expect(await refused(await newest())).toEqual([409, 'wrong_state', 409]);
    await sales.delete(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`);
    // Of staff: its log is withheld, and so is the preview.
    expect(await refused(await newest())).toEqual([404, 'not_found', 404]);
    await owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/2`);
    expect(await refused(await newest())).toEqual([409, 'wrong_state', 409]);
    const other = await seedPharmacy(portal.database, 9);
    const { rows } = await portal.database.pool.query(
      `INSERT INTO history_entry (apo_id, created_at, product_type, event, has_log, user_name, actor)
       VALUES ($1, now(), 'OTC', 'Preisliste gespeichert', true, 'X', 'x') RETURNING id`,
      [other.apoId],
    );
    expect(await refused(Number(rows[0].id))).toEqual([404, 'not_found', 404]);
    expect(await refused(999_999)).toEqual([404, 'not_found', 404]);
  });
});

describe('what is confirmed is what was shown', () => {
  test('a change of a row since the preview refuses it; another row may change', async () => {
    const { owner, deputy, save, newest, undoPath, previewOf, everything } = stage;
    await save(owner, [edit(a, 5.55), edit(own, 7.77)]);
    const saved = await newest();
    const { preview } = await previewOf(owner, saved);
    await save(deputy, [edit(own, 6.66)]);
    const before = await everything();
    const refused = await owner.post(undoPath(saved), { preview });
    expect([refused.status, refused.body.reason]).toEqual([409, 'changed_by_somebody_else']);
    expect(await everything()).toEqual(before);
    const fresh = await previewOf(owner, saved);
    await save(deputy, [edit(b, 1.11)]);
    expect((await owner.post(undoPath(saved), { preview: fresh.preview })).body).toMatchObject({
      restored: 1,
      left: 1,
    });
  });

  test('a row that an update has blocked since refuses it', async () => {
    const { portal, pharmacy, owner, save, newest, undoPath, previewOf } = stage;
    await save(owner, [edit(a, 5.55), edit(own, 7.77)]);
    const saved = await newest();
    const { preview } = await previewOf(owner, saved);
    await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
    expect((await owner.post(undoPath(saved), { preview })).status).toBe(409);
  });

  test('sent again it finds nothing left to restore, and leaves no second entry', async () => {
    const { owner, save, newest, undoPath, previewOf, everything } = stage;
    await save(owner, [edit(a, 5.55)]);
    const saved = await newest();
    const { preview } = await previewOf(owner, saved);
    expect((await owner.post(undoPath(saved), { preview })).status).toBe(200);
    const before = await everything();
    const again = await owner.post(undoPath(saved), { preview });
    expect([again.status, again.body.message]).toEqual([
      409,
      'Von diesem Speichervorgang lässt sich nichts mehr zurücknehmen.',
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('at once', () => {
  test('of two who take the same save back exactly one does', async () => {
    const { owner, deputy, save, newest, undoPath, previewOf, history } = stage;
    await save(owner, [edit(a, 5.55), edit(own, 7.77)]);
    const saved = await newest();
    const { preview } = await previewOf(owner, saved);
    const answers = await Promise.all([owner, deputy].map((client) => client.post(undoPath(saved), { preview })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await history()).toHaveLength(2);
  });

  test('a save and the taking back of another never undo each other unseen', async () => {
    const { owner, deputy, save, newest, undoPath, previewOf, item, changes } = stage;
    let before = 9.99;
    for (let round = 0; round < 8; round += 1) {
      const price = 5 + round / 100;
      expect((await save(owner, [edit(a, price)])).status).toBe(200);
      const saved = await newest();
      const { preview } = await previewOf(owner, saved);
      const [undone, second] = await Promise.all([
        owner.post(undoPath(saved), { preview }),
        save(deputy, [edit(a, 6 + round / 100)]),
      ]);
      expect(second.status).toBe(200);
      // The save came first and the taking back was refused, or it came second and stands.
      expect([200, 409]).toContain(undone.status);
      expect((await item(a))?.manual).toBe((6 + round / 100).toFixed(2));
      const last = (await changes()).at(-1);
      expect(Number(last?.oldPrice)).toBe(undone.status === 200 ? before : price);
      before = 6 + round / 100;
    }
  });
});
