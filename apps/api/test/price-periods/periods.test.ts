import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addDays, enterOnPeriod } from '@portal/rules';
import sql from 'sql-template-tag';
import { enteredOnPeriodSql } from '../../src/db/price-columns.ts';
import { runDuePeriods } from '../../src/modules/price-periods/index.ts';
import { edit } from '../support/save-stage.ts';
import { seedList, seedPharmacy } from '../support/seed.ts';
import { dated, excluded, openStage, other, own, permanent, plain, type Stage } from './stage.ts';

const later = (priceEdit: number, validFrom: string, validTo: string | null = null) => ({
  priceEdit,
  editedPermanent: false,
  validFrom,
  validTo,
});

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 17.1, 17.2 and 17.6.
describe('a price with days', () => {
  test("'bis' alone begins with the save, and the row beneath comes back after its last day", async () => {
    await stage.saved([
      dated(plain, 4.5, '2026-03-15'),
      dated(own, 6, '2026-03-15'),
      dated(permanent, 5, '2026-03-16'),
    ]);
    expect(await stage.row(plain)).toBe('3 4.50 2026-03-15 above 0');
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
    expect(await stage.row(permanent)).toBe('3 5.00 2026-03-16 above 3 7.00');
    stage.portal.clock.set('2026-03-15T22:59:59Z');
    expect(await runDuePeriods(stage.portal.deps)).toEqual({ done: 0, failed: 0 });
    stage.portal.clock.set('2026-03-15T23:00:00Z');
    expect(await runDuePeriods(stage.portal.deps)).toEqual({ done: 1, failed: 0 });
    expect(await Promise.all([plain, own, permanent].map((pzn) => stage.row(pzn)))).toEqual([
      '0',
      '2 8.00',
      '3 5.00 2026-03-16 above 3 7.00',
    ]);
    expect(await runDuePeriods(stage.portal.deps)).toEqual({ done: 0, failed: 0 });
    expect(await stage.history()).toEqual([
      'Anna Berger: Preisliste gespeichert',
      'System: Zeiträume am 16.03.: 2 beendet',
    ]);
  });

  test('daylight saving: a day in summer begins an hour earlier in UTC', async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-29')]);
    stage.portal.clock.set('2026-03-29T21:59:59Z');
    expect(await runDuePeriods(stage.portal.deps)).toEqual({ done: 0, failed: 0 });
    stage.portal.clock.set('2026-03-29T22:00:00Z');
    expect(await runDuePeriods(stage.portal.deps)).toEqual({ done: 1, failed: 0 });
  });

  test("'ab' and 'bis': nothing before its day, and nothing for the till", async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-20', '2026-03-12')]);
    expect(await stage.row(plain)).toBe('0');
    expect((await stage.database.pool.query('SELECT FROM price_change')).rowCount).toBe(0);
    await stage.day('2026-03-12');
    expect(await stage.row(plain)).toBe('3 4.50 2026-03-20 above 0');
    await stage.day('2026-03-21');
    expect(await stage.row(plain)).toBe('0');
  });

  test("'ab' alone is entered on its day with the chosen type, also beneath a period", async () => {
    await stage.saved([
      edit(plain, 8.8, { validFrom: '2026-03-12' }),
      edit(other, 5.5, { validFrom: '2026-03-12', editedPermanent: true }),
    ]);
    await stage.day('2026-03-12');
    expect([await stage.row(plain), await stage.row(other)]).toEqual(['2 8.80', '3 5.50']);
    expect(await stage.periods()).toEqual(['ended 8.80 2026-03-12', 'ended 5.50 2026-03-12']);
  });

  test('one that follows another on the next day: one change at midnight, one entry', async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-12')]);
    await stage.saved([dated(plain, 4, '2026-03-14', '2026-03-13')]);
    await stage.day('2026-03-13');
    expect(await stage.row(plain)).toBe('3 4.00 2026-03-14 above 0');
    expect((await stage.history()).at(-1)).toBe('System: Zeiträume am 13.03.: 1 begonnen, 1 beendet');
    await stage.day('2026-03-15');
    expect(await stage.row(plain)).toBe('0');
  });

  test('catches up after an outage, a day after the other, each once; also while list and row are blocked', async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-14', '2026-03-12'), dated(own, 6, '2026-03-13', '2026-03-13')]);
    await stage.mdp([{ pzn: plain }]);
    await stage.mdp([{ pzn: own }], { resetChoice: 1, readyForApproval: false }, 'LZD');
    await stage.day('2026-03-20', { only: 'periods' });
    expect([await stage.row(plain), await stage.row(own)]).toEqual(['0', '2 8.00']);
    expect((await stage.history()).slice(1)).toEqual([
      'System: Zeiträume am 12.03.: 1 begonnen',
      'System: Zeiträume am 13.03.: 1 begonnen',
      'System: Zeiträume am 14.03.: 1 beendet',
      'System: Zeiträume am 15.03.: 1 beendet',
    ]);
  });

  test('cancelled pharmacies: nothing begins or ends', async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-12')]);
    await stage.database.pool.query('UPDATE pharmacy SET active = 3 WHERE apo_id = $1', [stage.pharmacy.apoId]);
    await stage.day('2026-03-20');
    expect(await stage.row(plain)).toBe('3 4.50 2026-03-12 above 0');
  });

  test.each([
    ['a past last day', dated(plain, 4, '2026-03-09'), 'Der Zeitraum beginnt oder endet an einem vergangenen Tag.'],
    [
      'a past first day',
      dated(plain, 4, '2026-03-20', '2026-03-09'),
      'Der Zeitraum beginnt oder endet an einem vergangenen Tag.',
    ],
    ["'bis' before 'ab'", dated(plain, 4, '2026-03-12', '2026-03-13'), '‚gültig bis‘ liegt vor ‚gültig ab‘.'],
    [
      'an exclusion',
      edit(plain, null, { editedIgnore: true, validTo: '2026-03-12' }),
      'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.',
    ],
    [
      'no price',
      edit(own, null, { validTo: '2026-03-12' }),
      'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.',
    ],
    [
      'a new exclusion',
      edit('99999996', null, { editedIgnore: true, validTo: '2026-03-12', productGroup: 'OTC' }),
      'Der Artikel ist nicht bekannt.',
    ],
    [
      'one that overlaps',
      dated(other, 4, '2026-03-13', '2026-03-12'),
      'Der Zeitraum überschneidet sich mit einem anderen dieses Artikels.',
    ],
    [
      "'ab' alone within another",
      edit(other, 4, { validFrom: '2026-03-12' }),
      'Der Zeitraum überschneidet sich mit einem anderen dieses Artikels.',
    ],
    [
      'no end on a running row',
      edit(own, 4, { editedPermanent: true, validTo: null }),
      'Der Preis gilt für einen Zeitraum und braucht ein Ende. Beenden Sie zuerst den Zeitraum.',
    ],
  ])('%s is refused by row, and nothing is saved', async (_name, row, message) => {
    await stage.saved([dated(other, 4.5, '2026-03-15', '2026-03-11'), dated(own, 6, '2026-03-15')]);
    const { status, body } = await stage.save([dated(permanent, 5, '2026-03-20'), row]);
    expect([status, body.issues]).toEqual([422, [{ path: row.pzn, message }]]);
    expect(await stage.periods()).toHaveLength(2);
  });

  // Rule 17.13.
  test('several of one article are stored by one save, begin and end by the clock, and are ended one by one', async () => {
    const rows = [
      { ...dated(plain, 4.5, '2026-03-12', '2026-03-11'), later: [later(4, '2026-03-13', '2026-03-14')] },
      { ...dated(own, 6, '2026-03-11'), later: [later(5.5, '2026-03-12', '2026-03-12'), later(5, '2026-03-20')] },
      { ...edit(other, 5), later: [later(4, '2026-03-13', '2026-03-14')] },
    ];
    await stage.saved(rows);
    expect((await stage.save(rows)).body).toEqual({ status: 'OK', changed: 0 });
    expect(await stage.periods()).toEqual([
      'coming 4.50 2026-03-11 2026-03-12',
      'coming 4.00 2026-03-13 2026-03-14',
      'running 6.00 2026-03-10 2026-03-11',
      'coming 5.50 2026-03-12 2026-03-12',
      'coming 5.00 2026-03-20',
      'coming 4.00 2026-03-13 2026-03-14',
    ]);
    const shown = async () => [await stage.row(plain), await stage.row(own), await stage.row(other)];
    expect(await shown()).toEqual(['0', '3 6.00 2026-03-11 above 2 8.00', '2 5.00']);
    await stage.day('2026-03-12');
    expect(await shown()).toEqual(['3 4.50 2026-03-12 above 0', '3 5.50 2026-03-12 above 2 8.00', '2 5.00']);
    const path = `/api/price/periods/${stage.pharmacy.path}`;
    const { body } = await stage.owner.get(`${path}?pzn=${plain}`);
    const found = body.periods as { id: number; state: string; effectivePrice: number; effectivePriceAfter: number }[];
    expect(
      found.map(({ state, effectivePrice, effectivePriceAfter }) => [state, effectivePrice, effectivePriceAfter]),
    ).toEqual([
      ['running', 450, 400],
      ['coming', 400, 999],
    ]);
    const coming = found.filter(({ state }) => state === 'coming').map(({ id }) => id);
    expect((await stage.owner.post(`${path}/end`, { ids: coming })).body).toEqual({ status: 'OK', ended: 1 });
    await stage.day('2026-03-13');
    expect(await shown()).toEqual(['0', '2 8.00', '3 4.00 2026-03-14 above 2 5.00']);
    await stage.day('2026-03-20');
    expect(await shown()).toEqual(['0', '2 5.00', '2 5.00']);
  });

  test('of several, one that cannot be: refused by row, and nothing of it is saved', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    const rows = [
      { ...dated(plain, 4.5, '2026-03-12', '2026-03-11'), later: [later(4, '2026-03-12', '2026-03-14')] },
      { ...edit(own, 7, { beneath: true }), later: [later(4, '2026-03-15', '2026-03-16')] },
      { ...edit(permanent, null, { editedIgnore: true }), later: [later(4, '2026-03-15')] },
      { ...edit(other, 5), later: [later(4, '2026-03-13'), later(4, '2026-03-09', '2026-03-14')] },
    ];
    const { status, body } = await stage.save(rows);
    const overlaps = 'Der Zeitraum überschneidet sich mit einem anderen dieses Artikels.';
    expect([status, body.issues]).toEqual([
      422,
      [
        { path: plain, message: overlaps },
        { path: own, message: overlaps },
        {
          path: permanent,
          message: 'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.',
        },
        { path: other, message: 'Der Zeitraum beginnt oder endet an einem vergangenen Tag.' },
      ],
    ]);
    expect(await stage.periods()).toHaveLength(1);
    const twelve = Array.from({ length: 12 }, (_, n) => later(4, addDays('2026-03-11', n)));
    expect((await stage.save([{ ...edit(other, 5), later: twelve }])).status).toBe(422);
    await stage.saved([{ ...edit(other, 5), later: twelve.slice(1) }]);
  });

  test('a day that is none is refused', async () => {
    const { status } = await stage.save([dated(plain, 4, '2026-02-30')]);
    expect(status).toBe(422);
  });

  test('the same save again changes nothing', async () => {
    const rows = [dated(plain, 4.5, '2026-03-15'), dated(other, 4, '2026-03-20', '2026-03-18')];
    await stage.saved(rows);
    expect((await stage.save(rows)).body).toEqual({ status: 'OK', changed: 0 });
    expect(await stage.history()).toHaveLength(1);
    expect(await stage.periods()).toHaveLength(2);
  });

  test('the list says the last day; both ends are changes for the till', async () => {
    await stage.saved([dated(plain, 4.5, '2026-03-15')]);
    const { body } = await stage.owner.get(`/api/price/${stage.pharmacy.path}/OTC`);
    const rows = body.pricelist as {
      pzn: string;
      negative: number;
      priceEdit: number | null;
      validTo: string | null;
    }[];
    expect(rows.find(({ pzn }) => pzn === plain)).toMatchObject({ negative: 3, priceEdit: 4.5, validTo: '2026-03-15' });
    expect(rows.find(({ pzn }) => pzn === own)).toMatchObject({ negative: 2, priceEdit: 8, validTo: null });
    await stage.day('2026-03-16');
    const { rows: changes } = await stage.database.pool.query(
      'SELECT user_name, old_type, old_price, new_type, new_price FROM price_change ORDER BY id',
    );
    expect(changes.map((row) => Object.values(row as object).join(' '))).toEqual([
      'Anna Berger 0 9.99 3 4.50',
      'System 3 4.50 0 9.99',
    ]);
  });
});

// Rule 17.4.
describe('on a running row', () => {
  beforeEach(() =>
    stage.saved([dated(plain, 4.5, '2026-03-15'), dated(own, 6, '2026-03-15'), dated(excluded, 5, '2026-03-15')]),
  );

  test('a price typed keeps the end; a day typed moves it', async () => {
    await stage.saved([edit(plain, 4.2, { editedPermanent: true })]);
    expect(await stage.row(plain)).toBe('3 4.20 2026-03-15 above 0');
    await stage.saved([dated(plain, 4.2, '2026-03-18')]);
    expect(await stage.row(plain)).toBe('3 4.20 2026-03-18 above 0');
    expect((await stage.periods())[0]).toBe('running 4.20 2026-03-10 2026-03-18');
    await stage.day('2026-03-19');
    expect(await stage.row(plain)).toBe('0');
  });

  test("without 'Dauerpreis' the period ends and the row is what was entered, cleared it is the row beneath", async () => {
    await stage.saved([edit(plain, 4.5), edit(own, null)]);
    expect([await stage.row(plain), await stage.row(own)]).toEqual(['2 4.50', '2 8.00']);
    await stage.day('2026-03-16');
    expect([await stage.row(plain), await stage.row(own)]).toEqual(['2 4.50', '2 8.00']);
  });

  test('a cleared price above an exclusion gives the exclusion back', async () => {
    expect(await stage.row(excluded)).toBe('3 5.00 2026-03-15 above 1');
    await stage.saved([edit(excluded, null)]);
    expect(await stage.row(excluded)).toBe('1');
  });

  test('an exclusion ends it, and those to come', async () => {
    await stage.saved([dated(plain, 4, '2026-03-25', '2026-03-20')]);
    await stage.saved([edit(plain, null, { editedIgnore: true })]);
    await stage.day('2026-03-20');
    expect(await stage.row(plain)).toBe('1');
    expect((await stage.periods()).filter((text) => !text.startsWith('ended'))).toEqual([]);
  });

  test('a save from before its end or begin is a conflict', async () => {
    const before = await stage.version();
    await stage.day('2026-03-16');
    const { status, body } = await stage.save([edit(plain, 4.1, { editedPermanent: true })], {
      versions: { OTC: before },
    });
    expect([status, body.pzns]).toEqual([409, [plain]]);
  });
});

// Rule 17.3.
describe('packages act on the row beneath', () => {
  beforeEach(() =>
    stage.saved([dated(plain, 4.5, '2026-03-15'), dated(own, 6, '2026-03-15'), dated(permanent, 5, '2026-03-15')]),
  );

  test('an MDP ends an own price there; the till hears of it at the end', async () => {
    const id = await stage.mdp([plain, own, permanent].map((pzn) => ({ pzn })));
    expect((await stage.approve(id)).body).toMatchObject({ status: 'OK', changed: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 0');
    expect(await stage.row(permanent)).toBe('3 5.00 2026-03-15 above 3 7.00');
    await stage.day('2026-03-16');
    expect([await stage.row(plain), await stage.row(own), await stage.row(permanent)]).toEqual(['0', '0', '3 7.00']);
  });

  test.each(['QDP', 'LZD'] as const)('%s keeps an own price there', async (kind) => {
    const id = await stage.mdp([{ pzn: own }], {}, kind);
    expect((await stage.approve(id, [], {}, kind.toLowerCase())).status).toBe(200);
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
  });

  test('an LZD that resets the list ends all, also those to come, and taking it back gives them back', async () => {
    await stage.saved([dated(other, 4, '2026-03-25', '2026-03-20')]);
    const id = await stage.mdp([{ pzn: plain }, { pzn: own }, { pzn: other }], { resetChoice: 0 }, 'LZD');
    const review = await stage.sales.get(`/api/price/review/lzd/${stage.pharmacy.path}/${id}/OTC`);
    expect(review.body.leaving).toMatchObject({ count: 2, ownPrices: 0, permanentPrices: 0, periods: 4 });
    expect((await stage.approve(id, [], {}, 'lzd')).status).toBe(200);
    expect([await stage.row(plain), await stage.row(own), await stage.row(permanent)]).toEqual(['0', '0', undefined]);
    expect((await stage.periods()).every((text) => text.startsWith('ended'))).toBe(true);
    expect((await stage.reopen(id, 'lzd')).body).toEqual({ status: 'OK' });
    expect([await stage.row(plain), await stage.row(own), await stage.row(permanent)]).toEqual([
      '3 4.50 2026-03-15 above 0',
      '3 6.00 2026-03-15 above 2 8.00',
      '3 5.00 2026-03-15 above 3 7.00',
    ]);
    await stage.day('2026-03-21');
    expect([await stage.row(own), await stage.row(other)]).toEqual(['2 8.00', '3 4.00 2026-03-25 above 0']);
  });

  const correction = (pzn: string, editedPrice: number | null, more = {}) => ({ pzn, editedPrice, ...more });

  test('a correction typed on a running row keeps its end; unticked it ends the period', async () => {
    const id = await stage.mdp([{ pzn: plain }, { pzn: own }, { pzn: permanent }]);
    const rows = [
      correction(plain, 4.2),
      correction(own, 5.8, { editedPermanent: false }),
      correction(permanent, null, { editedIgnore: true }),
    ];
    expect((await stage.approve(id, rows)).status).toBe(200);
    expect([await stage.row(plain), await stage.row(own), await stage.row(permanent)]).toEqual([
      '3 4.20 2026-03-15 above 0',
      '2 5.80',
      '1',
    ]);
    await stage.day('2026-03-16');
    expect(await stage.row(plain)).toBe('0');
  });

  test.each([
    ['before', 'after'],
    ['after', 'before'],
  ])('approved %s the end: the draft typed while it ran makes no difference', async (when) => {
    const id = await stage.mdp([{ pzn: own }]);
    const draft = { products: [correction(own, 5.8, { editedPermanent: true })] };
    expect((await stage.owner.put(`/api/price/save/mdp/${stage.pharmacy.path}/${id}/OTC`, draft)).status).toBe(200);
    if (when === 'before') expect((await stage.approve(id)).status).toBe(200);
    await stage.day('2026-03-16', { only: 'periods' });
    if (when === 'after') {
      const { body } = await stage.owner.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
      expect(body.products[0]).toMatchObject({ editedPrice: null, negative: 2 });
      expect((await stage.approve(id)).status).toBe(200);
    }
    expect(await stage.row(own)).toBe('0');
  });

  test('sent after its end from a screen loaded before: no permanent price without an end', async () => {
    const id = await stage.mdp([{ pzn: own }]);
    const { body } = await stage.owner.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
    await stage.day('2026-03-16', { only: 'periods' });
    const { version, listVersion } = body;
    expect(
      (await stage.approve(id, [correction(own, 5.8, { editedPermanent: true })], { version, listVersion })).status,
    ).toBe(200);
    expect(await stage.row(own)).toBe('0');
  });

  test.each([true, false])(
    'typed before its begin (approved first: %s): a correction of the row beneath',
    async (approvedFirst) => {
      await stage.saved([dated(other, 4, '2026-03-20', '2026-03-12')]);
      const id = await stage.mdp([{ pzn: other }]);
      const { body } = await stage.owner.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
      const { version, listVersion } = body;
      const rows = [correction(other, 8.8, { editedPermanent: false, editedIgnore: false })];
      if (approvedFirst) expect((await stage.approve(id, rows, { version, listVersion })).status).toBe(200);
      await stage.day('2026-03-12', { only: 'periods' });
      if (!approvedFirst) expect((await stage.approve(id, rows, { version, listVersion })).status).toBe(200);
      expect(await stage.row(other)).toBe('3 4.00 2026-03-20 above 2 8.80');
    },
  );

  // Rule 17.7.
  test('begin and end are no later change; what is taken back is the row beneath', async () => {
    await stage.saved([dated(other, 4, '2026-03-13', '2026-03-12')]);
    const id = await stage.mdp([plain, own, other].map((pzn) => ({ pzn })));
    expect((await stage.approve(id)).status).toBe(200);
    await stage.day('2026-03-12');
    await stage.day('2026-03-16');
    expect(await stage.row(own)).toBe('0');
    expect((await stage.reopen(id)).body).toEqual({ status: 'OK' });
    expect(await stage.row(own)).toBe('2 8.00');
  });

  test('a price entered on its day is one', async () => {
    await stage.saved([edit(other, 4, { validFrom: '2026-03-12' })]);
    const id = await stage.mdp([{ pzn: other }]);
    expect((await stage.approve(id)).status).toBe(200);
    await stage.day('2026-03-12');
    expect((await stage.reopen(id)).status).toBe(409);
  });
});

// Rule 17.3.
test('an import by code acts beneath the period; excluding ends it', async () => {
  await stage.saved([dated(own, 6, '2026-03-15'), dated(permanent, 5, '2026-03-15')]);
  const rows = [edit(own, 7.5, { beneath: true }), edit(permanent, null, { editedIgnore: true, beneath: true })];
  await stage.saved(rows);
  expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 7.50');
  expect(await stage.row(permanent)).toBe('1');
  expect((await stage.save(rows)).body).toMatchObject({ changed: 0 });
  await stage.day('2026-03-16');
  await stage.saved([edit(own, 7.2, { beneath: true })]);
  expect(await stage.row(own)).toBe('2 7.20');
});

// Rules 6.30 and 6.32.
test('a running row is in no part; one begun since keeps its days where the part is taken back', async () => {
  await stage.saved([dated(plain, 4.5, '2026-03-15'), dated(other, 4, '2026-03-20', '2026-03-12')]);
  const id = await stage.mdp([plain, other, excluded].map((pzn) => ({ pzn, truePrice: '10.19', avp: '13.00' })));
  const at = `mdp/${stage.pharmacy.path}/${id}/OTC`;
  const { version, listVersion } = (await stage.owner.get(`/api/price/${at}`)).body;
  const { body } = await stage.owner.put(`/api/price/approvepart/${at}`, {
    pzns: [plain, other],
    version,
    listVersion,
  });
  expect(body).toMatchObject({ approved: 1, stays: { count: 1, rows: [{ pzn: plain, why: 'period' }] } });
  await stage.day('2026-03-12', { only: 'periods' });
  expect(await stage.row(other)).toBe('3 4.00 2026-03-20 above 0');
  expect((await stage.sales.delete(`/api/price/approvepart/${at}/1`)).body).toEqual({ status: 'OK' });
  expect(await stage.row(other)).toBe('3 4.00 2026-03-20 above 0');
  await stage.day('2026-03-21', { only: 'periods' });
  const calculated = 'SELECT calculated_price AS price FROM price_item WHERE apo_id = $1 AND pzn = $2';
  expect((await stage.database.pool.query(calculated, [stage.pharmacy.apoId, other])).rows).toEqual([
    { price: '9.99' },
  ]);
});

// Rule 17.5.
test('linking a mirror ends its periods; parting copies those of the main pharmacy with their days', async () => {
  const mirror = await seedPharmacy(stage.database, 2);
  await seedList(stage.database, mirror, 'OTC', [{ pzn: plain }]);
  const link = { pharmacy: stage.pharmacy.apoId, shadowPharmacy: mirror.apoId };
  const second = await stage.portal.as('Berta', [`TP_admin_${mirror.crmCompanyId}`]);
  await second.put(`/api/price/${mirror.path}`, { products: [dated(plain, 3, '2026-03-15')] });
  const { body: candidates } = await stage.sales.post('/api/pharmacy/search', { query: String(mirror.apoId) });
  expect(candidates).toMatchObject([{ apoId: mirror.apoId, ownPeriods: 1 }]);
  expect((await stage.sales.post('/api/pharmacy/shadow', link)).body).toEqual({ status: 'OK' });
  expect(await stage.periods(mirror.apoId)).toEqual(['ended 3.00 2026-03-10 2026-03-15']);
  await stage.saved([dated(plain, 4.5, '2026-03-15'), dated(other, 4, '2026-03-13', '2026-03-12')]);
  expect((await stage.sales.delete(`/api/pharmacy/shadow/${stage.pharmacy.apoId}/${mirror.apoId}`)).body).toEqual({
    status: 'OK',
  });
  expect(await stage.row(plain, mirror.apoId)).toBe('3 4.50 2026-03-15 above 0');
  await stage.day('2026-03-12');
  expect(await stage.row(other, mirror.apoId)).toBe('3 4.00 2026-03-13 above 0');
  await stage.day('2026-03-16');
  expect([await stage.row(plain, mirror.apoId), await stage.row(other, mirror.apoId)]).toEqual(['0', '0']);
});

// Rule 17.8.
describe('taking back a save', () => {
  const undoLast = async (n = 1) => {
    const { rows } = await stage.database.pool.query<{ id: string }>(
      'SELECT id FROM history_entry WHERE has_log AND actor IS NOT NULL ORDER BY id DESC',
    );
    const path = `/api/price/undo/${stage.pharmacy.path}/${rows[n - 1]?.id}`;
    const { body } = await stage.owner.get(path);
    return stage.owner.post(path, { preview: body.preview });
  };

  test('that began a period: the row beneath comes back', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('2 8.00');
    expect(await stage.periods()).toEqual(['ended 6.00 2026-03-10 2026-03-15']);
    // Taken back in turn it runs again.
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
  });

  test('that changed its price: the former price keeps the end', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await stage.saved([edit(own, 5, { editedPermanent: true })]);
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
  });

  test('that changed its price, after its end: nothing is left to take back', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await stage.saved([edit(own, 5, { editedPermanent: true })]);
    await stage.day('2026-03-16');
    expect((await undoLast()).status).toBe(409);
    expect(await stage.row(own)).toBe('2 8.00');
  });

  test('that ended it: it goes on until its last day', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    await stage.saved([edit(own, 6)]);
    expect(await stage.row(own)).toBe('2 6.00');
    expect((await undoLast()).body).toMatchObject({ restored: 1, left: 0 });
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
    await stage.day('2026-03-16');
    expect(await stage.row(own)).toBe('2 8.00');
  });

  test('from before a period: the row beneath, while it runs and after its end', async () => {
    await stage.saved([edit(plain, 8.8), edit(other, 8.8)]);
    await stage.saved([dated(plain, 4, '2026-03-20', '2026-03-12'), dated(other, 4, '2026-03-13', '2026-03-12')]);
    await stage.day('2026-03-12');
    await stage.day('2026-03-14');
    expect((await undoLast()).body).toMatchObject({ restored: 2, left: 0 });
    expect([await stage.row(plain), await stage.row(other)]).toEqual(['3 4.00 2026-03-20 above 0', '0']);
  });
});

test('several processes begin and end each moment once, beside saves and approvals', async () => {
  await stage.saved([
    dated(plain, 4.5, '2026-03-12'),
    dated(own, 6, '2026-03-12'),
    dated(other, 4, '2026-03-20', '2026-03-13'),
  ]);
  const id = await stage.mdp([{ pzn: plain }, { pzn: own }]);
  stage.portal.clock.set('2026-03-12T23:00:00Z');
  const [, , , approved, saved] = await Promise.all([
    runDuePeriods(stage.portal.deps),
    runDuePeriods(stage.portal.deps),
    runDuePeriods(stage.portal.deps),
    stage.approve(id),
    stage.save([edit(permanent, 6.5, { editedPermanent: true })]),
  ]);
  expect([approved.status, saved.status]).toEqual([200, 200]);
  expect(await Promise.all([plain, own, permanent, other].map((pzn) => stage.row(pzn)))).toEqual([
    '0',
    '0',
    '3 6.50',
    '3 4.00 2026-03-20 above 0',
  ]);
  expect((await stage.history()).filter((text) => text.startsWith('System'))).toEqual([
    'System: Zeiträume am 13.03.: 1 begonnen, 2 beendet',
  ]);
});

test('its end by a person, a save, an approval and two clocks at once, in any order: one of them ends it, and no price stays', async () => {
  const { deps, clock } = stage.portal;
  for (let round = 0; round < 6; round += 1) {
    clock.set(`2026-03-${10 + 2 * round}T09:00:00Z`);
    await stage.saved([dated(own, 6, `2026-03-${10 + 2 * round}`)]);
    const { body } = await stage.owner.get(`/api/price/periods/${stage.pharmacy.path}?pzn=${own}`);
    const ids = (body.periods as { id: number; state: string }[]).flatMap(({ id, state }) =>
      state === 'running' ? id : [],
    );
    const id = await stage.mdp([{ pzn: other }]);
    clock.set(`2026-03-${11 + 2 * round}T00:00:30Z`);
    const deeds = [
      () => stage.owner.post(`/api/price/periods/${stage.pharmacy.path}/end`, { ids }),
      () => stage.save([edit(own, 5, { editedPermanent: true })]),
      () => stage.approve(id),
      () => runDuePeriods(deps),
      () => runDuePeriods(deps),
    ];
    await Promise.all([...deeds.slice(round % 5), ...deeds.slice(0, round % 5)].map((deed) => deed()));
    await runDuePeriods(deps);
    expect((await stage.periods()).filter((text) => text.startsWith('running'))).toEqual([]);
    // Typed after the end it is an ordinary permanent price, typed before it ends with it.
    expect(['2 8.00', '3 5.00']).toContain(await stage.row(own));
    await stage.save([edit(own, 8)]);
  }
});

// Rule 17.9.
describe('the page of periods', () => {
  const read = async (query = '') => {
    const { status, body } = await stage.owner.get(`/api/price/periods/${stage.pharmacy.path}${query}`);
    expect([status, body.today]).toEqual([200, '2026-03-10']);
    return body.periods as {
      id: number;
      pzn: string;
      state: string;
      validFrom: string;
      effectivePriceAfter: number | null;
    }[];
  };
  const end = (ids: number[]) => stage.owner.post(`/api/price/periods/${stage.pharmacy.path}/end`, { ids });

  test('says what runs, comes and ended, and what holds afterwards; the start page counts them', async () => {
    await stage.saved([
      dated(own, 6, '2026-03-10'),
      dated(excluded, 5, '2026-03-15'),
      dated(plain, 4, '2026-03-20', '2026-03-12'),
    ]);
    const periods = await read();
    expect(periods.map(({ pzn, state, effectivePriceAfter }) => [pzn, state, effectivePriceAfter])).toEqual(
      expect.arrayContaining([
        [own, 'running', 800],
        [excluded, 'running', null],
        [plain, 'coming', 999],
      ]),
    );
    expect((await read(`?pzn=${own}`)).map(({ pzn }) => pzn)).toEqual([own]);
    const { body } = await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`);
    expect(body.periods).toEqual({ running: 2, coming: 1, begin: 2, end: 1 });
  });

  test('what holds afterwards is the next period, what is entered until then, or the row beneath', async () => {
    await stage.saved([dated(own, 6, '2026-03-14'), dated(plain, 4, '2026-03-20', '2026-03-12')]);
    await stage.saved([dated(own, 7, '2026-03-31', '2026-03-15')]);
    await stage.saved([dated(plain, 4.5, '2026-04-30', '2026-04-10')]);
    await stage.saved([edit(plain, 5, { validFrom: '2026-04-01' })]);
    const after = (await read()).map((each) => [each.pzn, each.validFrom, each.effectivePriceAfter]);
    expect(after.toSorted()).toEqual(
      [
        [own, '2026-03-10', 700],
        [own, '2026-03-15', 800],
        [plain, '2026-03-12', 999],
        [plain, '2026-04-01', 999],
        [plain, '2026-04-10', 500],
      ].toSorted(),
    );
  });

  test('ends what runs, takes back what is to come, once', async () => {
    await stage.saved([dated(own, 6, '2026-03-15'), dated(plain, 4, '2026-03-20', '2026-03-12')]);
    const ids = (await read()).map(({ id }) => id);
    expect((await end(ids)).body).toEqual({ status: 'OK', ended: 2 });
    expect(await stage.row(own)).toBe('2 8.00');
    expect((await end(ids)).body).toEqual({ status: 'OK', ended: 0 });
    await stage.day('2026-03-12');
    expect(await stage.row(plain)).toBe('0');
    expect(await stage.history()).toEqual(['Anna Berger: Preisliste gespeichert', 'Anna Berger: 2 Zeiträume beendet']);
  });

  test('not of another pharmacy, and not while the row is in an update', async () => {
    await stage.saved([dated(own, 6, '2026-03-15')]);
    const ids = (await read()).map(({ id }) => id);
    const other = await seedPharmacy(stage.database, 2);
    const foreign = await stage.portal.as('Berta', [`TP_admin_${other.crmCompanyId}`]);
    expect((await foreign.post(`/api/price/periods/${other.path}/end`, { ids })).body).toEqual({
      status: 'OK',
      ended: 0,
    });
    await stage.mdp([{ pzn: own }]);
    expect((await end(ids)).status).toBe(422);
    expect(await stage.row(own)).toBe('3 6.00 2026-03-15 above 2 8.00');
  });
});

// Rule 17.4 stands in TypeScript for saves and in SQL for packages.
describe('what is entered on the row of a period that runs', () => {
  const STATES = [
    { priceType: 0, ownPrice: null },
    { priceType: 1, ownPrice: null },
    { priceType: 2, ownPrice: 800 },
    { priceType: 3, ownPrice: 700 },
  ] as const;
  const period = { price: 600, until: '2026-03-15' };

  test.each([
    // beneath, entered, beneath afterwards, price of the period
    ['an own price, another permanent price', STATES[2], { priceType: 3, ownPrice: 550 }, STATES[2], 550],
    [
      'an own price, one without Dauerpreis',
      STATES[2],
      { priceType: 2, ownPrice: 550 },
      { priceType: 2, ownPrice: 550 },
      null,
    ],
    ['an own price, cleared', STATES[2], STATES[0], STATES[2], null],
    ['a permanent price, cleared', STATES[3], STATES[0], STATES[3], null],
    ['an exclusion, cleared', STATES[1], STATES[0], STATES[1], null],
    ['an exclusion, an own price', STATES[1], { priceType: 2, ownPrice: 550 }, { priceType: 2, ownPrice: 550 }, null],
    ['a permanent price, excluded', STATES[3], STATES[1], STATES[1], null],
  ] as const)('above %s', (_, beneath, entered, expected, price) => {
    const after = enterOnPeriod({ beneath: { ...beneath, calculatedPrice: 999 }, period }, entered);
    expect(after).toEqual({
      beneath: { ...expected, calculatedPrice: 999 },
      period: price === null ? null : { ...period, price },
    });
  });

  test('is the same in SQL, a thousand times', async () => {
    let seed = 17_004;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(seed / 65_536) % below;
    };
    const state = () => {
      const { priceType } = STATES[random(4)] as (typeof STATES)[number];
      return { priceType, ownPrice: priceType > 1 ? 1 + random(3) : null };
    };
    const cases = Array.from({ length: 1_000 }, () => ({ beneath: state(), entered: state() }));
    const after = enteredOnPeriodSql(
      { type: sql`"beneathType"`, price: sql`"beneathPrice"` },
      { type: sql`"enteredType"`, price: sql`"enteredPrice"` },
    );
    const { rows } = await stage.database.pool.query<{ type: number; own: number | null; period: number | null }>(
      sql`SELECT ${after.price_type} AS type, ${after.manual_price} AS own, ${after.period} AS period
         FROM json_to_recordset($1) AS c(nr int, "beneathType" smallint, "beneathPrice" int, "enteredType" smallint, "enteredPrice" int)
        ORDER BY nr`.text,
      [
        JSON.stringify(
          cases.map(({ beneath, entered }, nr) => ({
            nr,
            beneathType: beneath.priceType,
            beneathPrice: beneath.ownPrice,
            enteredType: entered.priceType,
            enteredPrice: entered.ownPrice,
          })),
        ),
      ],
    );
    const expected = cases.map(({ beneath, entered }) => {
      const result = enterOnPeriod({ beneath: { ...beneath, calculatedPrice: null }, period }, entered);
      return { type: result.beneath.priceType, own: result.beneath.ownPrice, period: result.period?.price ?? null };
    });
    expect(rows).toEqual(expected);
  });
});

// Rule 17.14.
test('more than 5,000 to come on a list are refused; the page counts all and shows the first', async () => {
  const { apoId } = stage.pharmacy;
  await stage.database.pool.query(
    `INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, created_at, user_name, actor)
     SELECT $1, $2, 'OTC', 4, 3, '2030-01-01'::date + 2 * n, '2030-01-01'::date + 2 * n, 'coming', now(), 'Anna Berger', 'x'
       FROM generate_series(1, 4999) n`,
    [apoId, plain],
  );
  const save = async (from: string) => {
    const { status, body } = await stage.owner.put(`/api/price/${stage.pharmacy.path}`, {
      products: [dated(own, 6, '2026-04-01', from)],
    });
    return [status, body.message];
  };
  expect(await save('2026-03-20')).toEqual([200, undefined]);
  const page = async () => (await stage.owner.get(`/api/price/periods/${stage.pharmacy.path}`)).body;
  expect((await page()).counts).toEqual({ running: 0, coming: 5_000, ended: 0 });
  expect((await page()).periods.map(({ validFrom }: { validFrom: string }) => validFrom).slice(0, 2)).toEqual([
    '2026-03-20',
    '2030-01-03',
  ]);
  const refused = await stage.owner.put(`/api/price/${stage.pharmacy.path}`, {
    products: [dated(excluded, 6, '2026-04-01', '2026-03-20')],
  });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Auf dieser Liste wären mehr als 5.000 Zeiträume vorgemerkt. Bitte löschen Sie erst einige unter »Zeiträume«.',
  ]);
  expect((await page()).counts.coming).toBe(5_000);
});
