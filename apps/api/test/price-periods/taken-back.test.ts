import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { edit } from '../support/save-stage.ts';
import { dated, excluded, openStage, other, own, permanent, plain, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const correction = (pzn: string, editedPrice: number | null, more = {}) => ({ pzn, editedPrice, ...more });
const exclusion = (pzn: string) => correction(pzn, null, { editedIgnore: true });

/** Of the newest save but n - 1. */
async function undoPath(n = 1): Promise<string> {
  const { rows } = await stage.database.pool.query<{ id: string }>(
    'SELECT id FROM history_entry WHERE has_log AND actor IS NOT NULL ORDER BY id DESC',
  );
  return `/api/price/undo/${stage.pharmacy.path}/${rows[n - 1]?.id}`;
}
async function undoLast(n = 1) {
  const path = await undoPath(n);
  const { body } = await stage.owner.get(path);
  return stage.owner.post(path, { preview: body.preview });
}
/** The row of `own` after each of four take-backs, each of the one before. */
async function undoFourTimes(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 0 });
    rows.push(await stage.row(own));
  }
  return rows;
}
async function endByHand(pzn: string) {
  const path = `/api/price/periods/${stage.pharmacy.path}`;
  const { body } = await stage.owner.get(`${path}?pzn=${pzn}`);
  const open = (body.periods as { id: number; state: string }[]).filter(({ state }) => state !== 'ended');
  return stage.owner.post(`${path}/end`, { ids: open.map(({ id }) => id) });
}
async function soldAt(pzn: string) {
  const { crmCompanyId } = stage.pharmacy;
  const till = await stage.portal.as('Kasse', [`till_sync_${crmCompanyId}`]);
  const { prices } = (await till.get(`/api/till/v1/${crmCompanyId}/prices`)).body;
  return (prices as { pzn: string; price: number | null }[]).find((row) => row.pzn === pzn)?.price;
}

// Rules 6.21 and 17.5.
describe('taking back an approval', () => {
  test.each(['MDP', 'QDP', 'LZD'] as const)('%s: the price of a running period is what it was', async (kind) => {
    await stage.saved([dated(plain, 5, '2026-03-15')]);
    const id = await stage.mdp([{ pzn: plain }], kind === 'LZD' ? { resetChoice: 1 } : {}, kind);
    const rows = [correction(plain, 7, { editedPermanent: true })];
    expect((await stage.approve(id, rows, {}, kind.toLowerCase())).status).toBe(200);
    expect(await stage.row(plain)).toBe('3 7.00 2026-03-15 above 0');
    expect((await stage.reopen(id, kind.toLowerCase())).body).toEqual({ status: 'OK' });
    expect(await stage.row(plain)).toBe('3 5.00 2026-03-15 above 0');
    expect(await stage.periods()).toEqual(['running 5.00 2026-03-10 2026-03-15']);
    expect(await soldAt(plain)).toBe(5);
  });

  test('its last day moved since stays moved', async () => {
    await stage.saved([dated(plain, 5, '2026-03-15')]);
    const id = await stage.mdp([{ pzn: plain }]);
    await stage.approve(id);
    await stage.saved([dated(plain, 5, '2026-03-18')]);
    expect((await stage.reopen(id)).body).toEqual({ status: 'OK' });
    expect(await stage.row(plain)).toBe('3 5.00 2026-03-18 above 0');
  });

  const isTo = (day: string, row: string, periods: string) => ({ day, row, periods });
  test.each([
    isTo('2026-03-11', '0', 'coming 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-12', '3 4.00 2026-03-19 above 0', 'running 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-13', '3 4.00 2026-03-19 above 0', 'running 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-19', '3 4.00 2026-03-19 above 0', 'running 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-20', '0', 'ended 4.00 2026-03-12 2026-03-19'),
  ])('a coming period that it ended comes or runs again on $day', async ({ day, row, periods }) => {
    await stage.saved([dated(plain, 4, '2026-03-19', '2026-03-12')]);
    const id = await stage.mdp([{ pzn: plain }]);
    expect((await stage.approve(id, [exclusion(plain)])).status).toBe(200);
    await stage.day(day, { only: 'periods' });
    expect((await stage.reopen(id)).body).toEqual({ status: 'OK' });
    expect([await stage.row(plain), await stage.periods()]).toEqual([row, [periods]]);
    await stage.day('2026-03-20', { only: 'periods' });
    expect(await stage.row(plain)).toBe('0');
  });

  test('so where an LZD reset the list; the till has its price at once', async () => {
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-12')]);
    const id = await stage.mdp([{ pzn: plain }], { resetChoice: 0 }, 'LZD');
    expect((await stage.approve(id, [], {}, 'lzd')).status).toBe(200);
    await stage.day('2026-03-13', { only: 'periods' });
    expect((await stage.reopen(id, 'lzd')).body).toEqual({ status: 'OK' });
    expect(await stage.row(own)).toBe('3 4.00 2026-03-19 above 2 8.00');
    expect(await soldAt(own)).toBe(4);
    await stage.day('2026-03-20', { only: 'periods' });
    expect(await stage.row(own)).toBe('2 8.00');
  });

  test.each([
    ['2026-03-12', '2 8.80'],
    ['2026-03-13', '0'],
  ])('a price to be entered on the 12th, taken back on %s', async (day, row) => {
    await stage.saved([edit(plain, 8.8, { validFrom: '2026-03-12' })]);
    const id = await stage.mdp([{ pzn: plain }]);
    await stage.approve(id, [exclusion(plain)]);
    await stage.day(day, { only: 'periods' });
    expect((await stage.reopen(id)).body).toEqual({ status: 'OK' });
    await stage.day(day, { only: 'periods' });
    expect(await stage.row(plain)).toBe(row);
  });

  // Rule 17.7.
  test('a package can be reopened after an end by hand was taken back', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    const id = await stage.mdp([{ pzn: own }], {}, 'QDP');
    expect((await stage.approve(id, [], {}, 'qdp')).status).toBe(200);
    expect((await endByHand(own)).body).toEqual({ status: 'OK', ended: 1 });
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
    expect((await stage.reopen(id, 'qdp')).body).toEqual({ status: 'OK' });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
  });

  test('a package cannot be reopened after another price was typed in the period', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    const id = await stage.mdp([{ pzn: own }], {}, 'QDP');
    await stage.approve(id, [], {}, 'qdp');
    await stage.saved([edit(own, 5, { editedPermanent: true })]);
    expect((await stage.reopen(id, 'qdp')).status).toBe(409);
    expect(await stage.row(own)).toBe('3 5.00 2026-03-15 above 2 8.00');
  });

  // Rules 6.21 and 17.7: a period that is given up before it began has not ended.
  test('nor after an article was excluded again, which gave up what was to come', async () => {
    const id = await stage.mdp([{ pzn: excluded }], {}, 'QDP');
    expect((await stage.approve(id, [], {}, 'qdp')).status).toBe(200);
    await stage.saved([dated(excluded, 6, '2026-03-15')], {}, stage.sales);
    await stage.saved([edit(excluded, 5)], {}, stage.sales);
    await stage.saved([dated(excluded, 4, '2026-03-25', '2026-03-20')], {}, stage.sales);
    await stage.saved([edit(excluded, null, { editedIgnore: true })], {}, stage.sales);
    expect(await stage.row(excluded)).toBe('1');
    expect((await stage.reopen(id, 'qdp')).status).toBe(409);
  });

  // Rule 17.2.
  describe('what was entered since stands', () => {
    let id: number;
    /** An LZD that resets the list has ended what ran until the 18th and came from the 20th on. */
    beforeEach(async () => {
      await stage.saved([dated(own, 6, '2026-03-18')]);
      await stage.saved([dated(own, 4, '2026-03-25', '2026-03-20')]);
      id = await stage.mdp([{ pzn: own }], { resetChoice: 0 }, 'LZD');
      expect((await stage.approve(id, [], {}, 'lzd')).status).toBe(200);
      expect(await stage.row(own)).toBe('0');
    });
    const message = (days: string) =>
      `Ein Zeitraum kommt nicht wieder, weil später ein anderer eingegeben wurde. PZN ${own}: ${days}`;

    test('a coming one; what ran does not run again', async () => {
      await stage.saved([dated(own, 5, '2026-03-15', '2026-03-13')]);
      const { body } = await stage.reopen(id, 'lzd');
      expect(body).toEqual({ status: 'OK', message: message('13.03. bis 15.03.') });
      expect(await stage.row(own)).toBe('2 8.00');
      expect(await stage.periods()).toEqual([
        'ended 6.00 2026-03-10 2026-03-18',
        'coming 4.00 2026-03-20 2026-03-25',
        'coming 5.00 2026-03-13 2026-03-15',
      ]);
      expect((await stage.history()).at(-1)).toBe('Tobias Sommer: Freigabe zurückgenommen (ein Zeitraum nicht)');
      for (const [day, row] of [
        ['2026-03-13', '3 5.00 2026-03-15 above 2 8.00'],
        ['2026-03-16', '2 8.00'],
        ['2026-03-20', '3 4.00 2026-03-25 above 2 8.00'],
      ] as const) {
        await stage.day(day, { only: 'periods' });
        expect(await stage.row(own)).toBe(row);
      }
    });

    test('one that runs meanwhile stays above the row', async () => {
      await stage.saved([dated(own, 5, '2026-03-12')]);
      expect((await stage.reopen(id, 'lzd')).body.message).toBe(message('10.03. bis 12.03.'));
      expect(await stage.row(own)).toBe('3 5.00 2026-03-12 above 2 8.00');
    });

    test('one that is over leaves the days after it', async () => {
      await stage.saved([dated(own, 5, '2026-03-15', '2026-03-13')]);
      await stage.day('2026-03-13', { only: 'periods' });
      await stage.day('2026-03-16', { only: 'periods' });
      expect((await stage.reopen(id, 'lzd')).body).toEqual({ status: 'OK' });
      expect(await stage.row(own)).toBe('3 6.00 2026-03-18 above 2 8.00');
    });

    test('also where what is given back was to come', async () => {
      await stage.saved([edit(own, 5, { validFrom: '2026-03-22' })]);
      expect((await stage.reopen(id, 'lzd')).body.message).toBe(message('ab 22.03.'));
      expect(await stage.row(own)).toBe('3 6.00 2026-03-18 above 2 8.00');
      expect(await stage.periods()).toEqual([
        'running 6.00 2026-03-10 2026-03-18',
        'ended 4.00 2026-03-20 2026-03-25',
        'coming 5.00 2026-03-22',
      ]);
    });

    test('above an exclusion that comes back too', async () => {
      await stage.reopen(id, 'lzd');
      expect((await stage.sales.delete(`/api/price/lzd/${id}/${stage.pharmacy.path}`)).status).toBe(200);
      await stage.saved([edit(plain, null, { editedIgnore: true })]);
      const again = await stage.mdp([{ pzn: plain }], { resetChoice: 0 }, 'LZD');
      expect((await stage.approve(again, [], {}, 'lzd')).status).toBe(200);
      await stage.saved([dated(plain, 5, '2026-03-15', '2026-03-13')]);
      expect((await stage.reopen(again, 'lzd')).body).toEqual({ status: 'OK' });
      expect(await stage.row(plain)).toBe('1');
      expect((await stage.periods()).at(-1)).toBe('coming 5.00 2026-03-13 2026-03-15');
    });

    test('several articles are counted and named', async () => {
      expect((await stage.reopen(id, 'lzd')).body).toEqual({ status: 'OK' });
      expect((await stage.sales.delete(`/api/price/lzd/${id}/${stage.pharmacy.path}`)).status).toBe(200);
      await stage.saved([dated(plain, 6, '2026-03-18'), dated(other, 6, '2026-03-18')]);
      const again = await stage.mdp([{ pzn: own }, { pzn: plain }, { pzn: other }], { resetChoice: 0 }, 'LZD');
      expect((await stage.approve(again, [], {}, 'lzd')).status).toBe(200);
      await stage.saved([plain, other].map((pzn) => dated(pzn, 5, '2026-03-15', '2026-03-13')));
      expect((await stage.reopen(again, 'lzd')).body.message).toBe(
        `2 Zeiträume kommen nicht wieder, weil später andere eingegeben wurden. PZN ${plain}: 13.03. bis 15.03., ${other}: 13.03. bis 15.03.`,
      );
    });
  });
});

// Rule 17.4.
describe('cleared on a running row', () => {
  test('in a save: the row beneath comes back, an exclusion without a calculated price too', async () => {
    await stage.database.pool.query('UPDATE price_item SET calculated_price = NULL WHERE pzn = ANY($1)', [
      [excluded, own],
    ]);
    await stage.saved([plain, own, permanent, excluded].map((pzn) => dated(pzn, 5, '2026-03-15')));
    expect(await stage.row(excluded)).toBe('3 5.00 2026-03-15 above 1');
    await stage.saved([plain, own, permanent, excluded].map((pzn) => edit(pzn, null)));
    expect(await Promise.all([plain, own, permanent, excluded].map((pzn) => stage.row(pzn)))).toEqual([
      '0',
      '2 8.00',
      '3 7.00',
      '1',
    ]);
  });

  describe.each(['MDP', 'QDP'] as const)('in a %s', (kind) => {
    const path = kind.toLowerCase();
    test.each(['before', 'after'])('approved %s its end', async (when) => {
      const all = [plain, own, permanent, excluded];
      await stage.saved(all.map((pzn) => dated(pzn, 5, '2026-03-15')));
      const id = await stage.mdp(
        all.map((pzn) => ({ pzn })),
        {},
        kind,
      );
      const products = all.map((pzn) => correction(pzn, null, { editedPermanent: false }));
      const saved = await stage.owner.put(`/api/price/save/${path}/${stage.pharmacy.path}/${id}/OTC`, { products });
      expect(saved.body).toMatchObject({ saved: 4 });
      if (when === 'before') expect((await stage.approve(id, [], {}, path)).status).toBe(200);
      await stage.day('2026-03-16', { only: 'periods' });
      if (when === 'after') expect((await stage.approve(id, [], {}, path)).status).toBe(200);
      expect(await Promise.all(all.map((pzn) => stage.row(pzn)))).toEqual([
        '0',
        kind === 'MDP' ? '0' : '2 8.00',
        '3 7.00',
        '1',
      ]);
    });

    test('sent after its end from a screen loaded before', async () => {
      const all = [own, permanent];
      await stage.saved(all.map((pzn) => dated(pzn, 7, '2026-03-15')));
      const id = await stage.mdp(
        all.map((pzn) => ({ pzn })),
        {},
        kind,
      );
      const { version, listVersion } = (await stage.owner.get(`/api/price/${path}/${stage.pharmacy.path}/${id}/OTC`))
        .body;
      await stage.day('2026-03-16', { only: 'periods' });
      const products = all.map((pzn) => correction(pzn, null, { editedPermanent: false }));
      const sent = { products, version, listVersion };
      const saved = await stage.owner.put(`/api/price/save/${path}/${stage.pharmacy.path}/${id}/OTC`, sent);
      expect(saved.body).toMatchObject({ saved: 0 });
      expect((await stage.approve(id, products, { version, listVersion }, path)).status).toBe(200);
      expect(await Promise.all(all.map((pzn) => stage.row(pzn)))).toEqual([kind === 'MDP' ? '0' : '2 8.00', '3 7.00']);
    });
  });
});

// Rule 17.4: what its person saw.
test('a correction from a screen loaded while an ended period was not taken back yet is of the row beneath', async () => {
  await stage.saved([dated(own, 6, '2026-03-15')]);
  const id = await stage.mdp([{ pzn: own }], {}, 'QDP');
  const path = `${stage.pharmacy.path}/${id}/OTC`;
  await stage.mdp([], {}, 'MDP');
  await stage.database.pool.query("UPDATE price_update SET status = -1, closed_how = 'deleted' WHERE id = $1", [id]);
  await endByHand(own);
  await stage.database.pool.query('UPDATE price_update SET status = 0, closed_how = NULL WHERE id = $1', [id]);
  const { version, listVersion } = (await stage.owner.get(`/api/price/qdp/${path}`)).body;
  await stage.database.pool.query("UPDATE price_update SET status = -1, closed_how = 'deleted' WHERE id = $1", [id]);
  expect((await undoLast()).body).toMatchObject({ restored: 1 });
  await stage.database.pool.query('UPDATE price_update SET status = 0, closed_how = NULL WHERE id = $1', [id]);
  const rows = [correction(own, 7.5, { editedPermanent: false, editedIgnore: false })];
  expect((await stage.approve(id, rows, { version, listVersion }, 'qdp')).status).toBe(200);
  expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 7.50');
});

// Rules 11.9 and 17.8.
describe('taking back a save', () => {
  const isTo = (day: string, row: string, period: string) => ({ day, row, period });
  test.each([
    isTo('2026-03-11', '2 8.00', 'coming 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-13', '3 4.00 2026-03-19 above 2 8.00', 'running 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-19', '3 4.00 2026-03-19 above 2 8.00', 'running 4.00 2026-03-12 2026-03-19'),
    isTo('2026-03-20', '2 8.00', 'ended 4.00 2026-03-12 2026-03-19'),
  ])('that excluded an article: what was to come comes or runs again on $day', async ({ day, row, period }) => {
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-12')]);
    await stage.saved([edit(own, null, { editedIgnore: true })]);
    expect(await stage.periods()).toEqual(['ended 4.00 2026-03-12 2026-03-19']);
    await stage.day(day, { only: 'periods' });
    const preview = (await stage.owner.get(await undoPath())).body;
    const isRunning = row.startsWith('3');
    expect(preview.restored.rows).toMatchObject([
      { restored: { priceType: isRunning ? 3 : 2, effectivePrice: isRunning ? 400 : 800 } },
    ]);
    expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 0 });
    expect([await stage.row(own), await stage.periods()]).toEqual([row, [period]]);
    await stage.day('2026-03-20', { only: 'periods' });
    expect(await stage.row(own)).toBe('2 8.00');
  });

  test('that excluded a running article gives back what ran and what was to come', async () => {
    await stage.saved([dated(own, 6, '2026-03-12')]);
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-14')]);
    await stage.saved([edit(own, null, { editedIgnore: true })]);
    await undoLast();
    expect(await stage.periods()).toEqual(['running 6.00 2026-03-10 2026-03-12', 'coming 4.00 2026-03-14 2026-03-19']);
    await stage.day('2026-03-13', { only: 'periods' });
    expect(await stage.row(own)).toBe('2 8.00');
    await stage.day('2026-03-14', { only: 'periods' });
    expect(await stage.row(own)).toBe('3 4.00 2026-03-19 above 2 8.00');
  });

  test('that ended a period: one entered since that overlaps stands, and is named', async () => {
    await stage.saved([dated(own, 6, '2026-03-18')]);
    expect((await stage.owner.get(await undoPath())).body.restored.rows).toMatchObject([
      { pzn: own, today: { priceType: 3, effectivePrice: 600, until: '2026-03-18' } },
    ]);
    await stage.saved([edit(own, 7.5)]);
    await stage.saved([dated(own, 5, '2026-03-15', '2026-03-13')]);
    const preview = (await stage.owner.get(await undoPath())).body;
    expect(preview.restored.total).toBe(0);
    expect(preview.left.rows).toEqual([
      {
        pzn: own,
        name: `Produkt ${own}`,
        content: null,
        today: { priceType: 2, effectivePrice: 750 },
        reason: 'overlaps',
        changed: {
          createdAt: '2026-03-10T09:00:00.000Z',
          event: 'Zeitraum 13.03. bis 15.03. eingegeben',
          userName: 'Anna Berger',
        },
      },
    ]);
    expect((await undoLast()).status).toBe(409);
    expect(await stage.row(own)).toBe('2 7.50');
    await stage.day('2026-03-13', { only: 'periods' });
    expect((await undoLast()).status).toBe(409);
    expect(await stage.row(own)).toBe('3 5.00 2026-03-15 above 2 7.50');
    await stage.day('2026-03-16', { only: 'periods' });
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-18 above 2 8.00');
  });

  test('that excluded an article: a period to come that overlaps one entered since stays ended, and is named', async () => {
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-12')]);
    await stage.saved([edit(own, null, { editedIgnore: true })]);
    await stage.saved([dated(own, 5, '2026-03-15', '2026-03-14')]);
    const preview = (await stage.owner.get(await undoPath())).body;
    expect(preview.restored.rows).toMatchObject([{ pzn: own, restored: { priceType: 2, effectivePrice: 800 } }]);
    expect(preview.left.rows).toMatchObject([
      { pzn: own, reason: 'overlaps', changed: { event: 'Zeitraum 14.03. bis 15.03. eingegeben' } },
    ]);
    expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 1 });
    expect([await stage.row(own), await stage.periods()]).toEqual([
      '2 8.00',
      ['ended 4.00 2026-03-12 2026-03-19', 'coming 5.00 2026-03-14 2026-03-15'],
    ]);
  });

  test('that excluded an article, taken back, and that again: what was to come ends, comes and ends', async () => {
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-12')]);
    await stage.saved([edit(own, null, { editedIgnore: true })]);
    for (const [row, state] of [
      ['2 8.00', 'coming'],
      ['1', 'ended'],
      ['2 8.00', 'coming'],
    ] as const) {
      expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 0 });
      expect([await stage.row(own), await stage.periods()]).toEqual([row, [`${state} 4.00 2026-03-12 2026-03-19`]]);
    }
  });

  test('the same, once its first day has passed: it runs, ends under the exclusion, and runs', async () => {
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-12')]);
    await stage.saved([edit(own, null, { editedIgnore: true })]);
    await stage.day('2026-03-13');
    for (const [row, state] of [
      ['3 4.00 2026-03-19 above 2 8.00', 'running'],
      ['1', 'ended'],
      ['3 4.00 2026-03-19 above 2 8.00', 'running'],
      ['1', 'ended'],
    ] as const) {
      expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 0 });
      expect([await stage.row(own), await stage.periods()]).toEqual([row, [`${state} 4.00 2026-03-12 2026-03-19`]]);
    }
  });

  describe("that ended one that ran, and another article's before its first day, which has passed", () => {
    const [ran, came] = ['2026-03-10 2026-03-20', '2026-03-12 2026-03-19'];
    beforeEach(async () => {
      await stage.saved([dated(own, 6, '2026-03-20'), dated(plain, 4, '2026-03-19', '2026-03-12')]);
      const path = `/api/price/periods/${stage.pharmacy.path}`;
      const { periods } = (await stage.owner.get(path)).body as { periods: { id: number }[] };
      await stage.owner.post(`${path}/end`, { ids: periods.map(({ id }) => id) });
      await stage.day('2026-03-13');
    });

    test('both run, as the preview says; that taken back, both end', async () => {
      const preview = (await stage.owner.get(await undoPath())).body;
      expect(preview.restored.rows).toMatchObject([
        { pzn: own, restored: { priceType: 3, effectivePrice: 600 } },
        { pzn: plain, restored: { priceType: 3, effectivePrice: 400 } },
      ]);
      for (const [rows, state] of [
        [['3 6.00 2026-03-20 above 2 8.00', '3 4.00 2026-03-19 above 0'], 'running'],
        [['2 8.00', '0'], 'ended'],
        [['3 6.00 2026-03-20 above 2 8.00', '3 4.00 2026-03-19 above 0'], 'running'],
      ] as const) {
        expect((await undoLast()).body).toEqual({ status: 'OK', restored: 2, left: 0 });
        expect([await stage.row(own), await stage.row(plain)]).toEqual(rows);
        expect(await stage.periods()).toEqual([`${state} 6.00 ${ran}`, `${state} 4.00 ${came}`]);
        expect(await soldAt(plain)).toBe(state === 'running' ? 4 : 9.99);
      }
      await stage.day('2026-03-20');
      expect([await stage.row(plain), await stage.periods()]).toEqual([
        '0',
        [`running 6.00 ${ran}`, `ended 4.00 ${came}`],
      ]);
    });

    test('not above an article of an open update: it stays ended and is named', async () => {
      await stage.mdp([{ pzn: plain }]);
      expect((await stage.owner.get(await undoPath())).body.left.rows).toMatchObject([
        { pzn: plain, reason: 'blocked' },
      ]);
      expect((await undoLast()).body).toEqual({ status: 'OK', restored: 1, left: 1 });
      expect([await stage.row(plain), await stage.periods()]).toEqual([
        '0',
        [`running 6.00 ${ran}`, `ended 4.00 ${came}`],
      ]);
    });
  });

  // Rule 17.13.
  test('that entered several prices of an article: all of them go, come again and go', async () => {
    const later = [{ priceEdit: 4, editedPermanent: true, validFrom: '2026-03-14', validTo: '2026-03-19' }];
    await stage.saved([
      { ...dated(own, 6, '2026-03-12'), later },
      { ...edit(other, 5), later },
      { ...dated(plain, 3, '2026-03-15', '2026-03-13') },
    ]);
    const entered = [
      ['running 6.00 2026-03-10 2026-03-12', 'ended 6.00 2026-03-10 2026-03-12'],
      ['coming 4.00 2026-03-14 2026-03-19', 'ended 4.00 2026-03-14 2026-03-19'],
      ['coming 4.00 2026-03-14 2026-03-19', 'ended 4.00 2026-03-14 2026-03-19'],
      ['coming 3.00 2026-03-13 2026-03-15', 'ended 3.00 2026-03-13 2026-03-15'],
    ];
    expect((await stage.owner.get(await undoPath())).body).toMatchObject({ ends: 3, restored: { total: 2 } });
    for (const [at, rows] of [
      [1, ['2 8.00', '0']],
      [0, ['3 6.00 2026-03-12 above 2 8.00', '2 5.00']],
      [1, ['2 8.00', '0']],
    ] as const) {
      expect((await undoLast()).body).toEqual({ status: 'OK', restored: 2, left: 0 });
      expect(await stage.periods()).toEqual(entered.map((states) => states[at]));
      expect([await stage.row(own), await stage.row(other)]).toEqual(rows);
    }
  });

  test('what it entered for later stays where its article was changed since, and once it has begun', async () => {
    const later = [{ priceEdit: 4, editedPermanent: true, validFrom: '2026-03-14', validTo: '2026-03-19' }];
    await stage.saved([{ ...edit(own, 6), later }, { ...edit(other, 5), later }, edit(plain, 3)]);
    await stage.saved([edit(own, 5.5)]);
    expect((await stage.owner.get(await undoPath(2))).body).toMatchObject({ ends: 1, left: { total: 1 } });
    const { preview } = (await stage.owner.get(await undoPath(2))).body;
    await stage.day('2026-03-14', { only: 'periods' });
    expect((await stage.owner.post(await undoPath(2), { preview })).status).toBe(409);
    expect((await undoLast(2)).body).toEqual({ status: 'OK', restored: 2, left: 1 });
    expect([await stage.row(own), await stage.row(other), await stage.row(plain)]).toEqual([
      '3 4.00 2026-03-19 above 2 5.50',
      '3 4.00 2026-03-19 above 0',
      '0',
    ]);
  });

  test('that lifted an exclusion: what was entered since comes above it all the same', async () => {
    await stage.saved([edit(excluded, 5)]);
    await stage.saved([dated(excluded, 4, '2026-03-19', '2026-03-12')]);
    await undoLast();
    expect([await stage.row(excluded), await stage.periods()]).toEqual(['1', ['coming 4.00 2026-03-12 2026-03-19']]);
    await stage.day('2026-03-12', { only: 'periods' });
    expect(await stage.row(excluded)).toBe('3 4.00 2026-03-19 above 1');
  });

  test('an end by hand can be taken back, that again, and so on', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await endByHand(own);
    const running = '3 6.00 2026-03-15 above 2 8.00';
    expect(await undoFourTimes()).toEqual([running, '2 8.00', running, '2 8.00']);
  });

  test('an end by another price, taken back, and that again: the other price stands', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await stage.saved([edit(own, 7.5)]);
    const running = '3 6.00 2026-03-15 above 2 8.00';
    expect(await undoFourTimes()).toEqual([running, '2 7.50', running, '2 7.50']);
  });

  test('the same, while an update has ended the own price beneath: the calculated one stands', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await stage.saved([edit(own, 7.5)]);
    await undoLast();
    const path = await undoPath();
    expect((await stage.approve(await stage.mdp([{ pzn: own }]))).status).toBe(200);
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 0');
    const { body } = await stage.owner.get(path);
    expect((await stage.owner.post(path, { preview: body.preview })).body).toEqual({
      status: 'OK',
      restored: 1,
      left: 0,
    });
    expect(await stage.row(own)).toBe('0');
  });

  test('an end by hand of several: what was to come comes again with what ran', async () => {
    await stage.saved([dated(own, 6, '2026-03-12')]);
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-14')]);
    expect((await endByHand(own)).body).toEqual({ status: 'OK', ended: 2 });
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.periods()).toEqual(['running 6.00 2026-03-10 2026-03-12', 'coming 4.00 2026-03-14 2026-03-19']);
  });
});

// Rule 17.9.
describe('while its article is in an update', () => {
  test.each(['MDP', 'QDP', 'LZD'] as const)('%s: what is to come is taken back, what runs is not', async (kind) => {
    await stage.saved([dated(own, 6, '2026-03-12')]);
    await stage.saved([dated(own, 4, '2026-03-19', '2026-03-14'), edit(plain, 8.8, { validFrom: '2026-03-14' })]);
    await stage.mdp([{ pzn: own }, { pzn: plain }], {}, kind);
    expect((await endByHand(plain)).body).toEqual({ status: 'OK', ended: 1 });
    expect((await endByHand(own)).status).toBe(kind === 'LZD' ? 409 : 422);
    const { rows } = await stage.database.pool.query<{ id: string }>(
      "SELECT id FROM price_period WHERE state = 'coming'",
    );
    const ids = rows.map(({ id }) => Number(id));
    const path = `/api/price/periods/${stage.pharmacy.path}/end`;
    expect((await stage.owner.post(path, { ids })).body).toEqual({ status: 'OK', ended: 1 });
    expect(await stage.periods()).toEqual([
      'running 6.00 2026-03-10 2026-03-12',
      'ended 4.00 2026-03-14 2026-03-19',
      'ended 8.80 2026-03-14',
    ]);
  });
});
