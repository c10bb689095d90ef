import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type SavedRule, type SavedView } from '@portal/contracts';
import type { Client } from './support/portal.ts';
import { seedPharmacy } from './support/seed.ts';
import { openStage, type Stage } from './whole-rows/support.ts';

// Views of lists under a name (rule 2.24).
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage?.close());

const path = (kind = 'MDP') => `/api/price/views/${stage.pharmacy.path}/${kind}`;
const layout = {
  order: ['pzn', 'name'],
  shown: { aep: true },
  widths: { name: 300 },
  pins: { pzn: 'left' },
  dense: true,
};
const view = (address: string, shared = false) => ({ address, layout, shared });
const names = ({ views }: { views: SavedView[] }) =>
  views.map(({ name, mine }) => `${name}${mine ? '' : ' of others'}`);
const read = async (client: Client, kind?: string) => (await client.get(path(kind))).body;
const put = (client: Client, name: string, saved: object | null, kind?: string) =>
  client.put(path(kind), { name, view: saved });

describe('saved views', () => {
  test('are those of the person and those that others share, the own ones first', async () => {
    await put(stage.owner, 'B', view('q=ibu'));
    await put(stage.owner, 'A', view('sort=pzn', true));
    await put(stage.deputy, 'Zink', view('q=zink'));
    expect(names(await read(stage.owner))).toEqual(['A', 'B']);
    const deputys = await read(stage.deputy);
    expect(names(deputys)).toEqual(['Zink', 'A of others']);
    expect(deputys.views[1]).toEqual({
      name: 'A',
      userName: 'Anna Berger',
      mine: false,
      by: null,
      ...view('sort=pzn', true),
    });
    expect(names(await read(stage.owner, 'LZD'))).toEqual([]);
  });

  test('take the place of the own one of that name, and are deleted by who saved them', async () => {
    await put(stage.owner, ' Wichtiges ', view('q=ibu', true));
    const { status, body } = await put(stage.owner, 'Wichtiges', view('q=aspirin', true));
    expect([status, body.views.map(({ address }: SavedView) => address)]).toEqual([200, ['q=aspirin']]);
    await put(stage.deputy, 'Wichtiges', null);
    expect(names(await read(stage.deputy))).toEqual(['Wichtiges of others']);
    await put(stage.deputy, 'Wichtiges', view('q=own'));
    expect(names(await read(stage.deputy))).toEqual(['Wichtiges', 'Wichtiges of others']);
    await put(stage.owner, 'Wichtiges', null);
    expect(names(await read(stage.deputy))).toEqual(['Wichtiges']);
  });

  test.each<[string, object]>([
    ['in the name of a column that is shown', { shown: { 'a\0': true } }],
    ['in the name of a pinned column', { pins: { '\ud800': 'left' } }],
    ['in the order', { order: ['a\0'] }],
  ])('with a character that no database keeps are refused: %s', async (_, more) => {
    const saved = { ...view(''), layout: { ...layout, ...more } };
    const { status, body } = await put(stage.owner, 'A', saved);
    const message = 'Ein Text der Anfrage enthält ein Zeichen, das nicht gespeichert werden kann.';
    expect([status, body.message]).toEqual([400, message]);
    // A whole one outside the first plane is two escapes, and kept.
    expect((await put(stage.owner, 'Salbe 😀 \u0001', view(''))).status).toBe(200);
    expect((await put(stage.owner, 'a\0', view(''))).status).toBe(400);
  });

  test('are thirty at most; replacing one of them stays possible', async () => {
    for (let count = 1; count <= 30; count += 1) await put(stage.owner, `Ansicht ${count}`, view(''));
    const { status, body } = await put(stage.owner, 'Noch eine', view(''));
    expect([status, body.message]).toEqual([
      409,
      'Sie haben schon 30 Ansichten gespeichert. Bitte löschen Sie erst eine davon.',
    ]);
    expect((await put(stage.owner, 'Ansicht 7', view('q=neu'))).status).toBe(200);
    expect((await read(stage.owner)).views).toHaveLength(30);
    expect((await put(stage.owner, 'Noch eine', view(''), 'QDP')).status).toBe(200);
  });

  test('are thirty at most when 36 come at once, and sixty shared ones of all together', async () => {
    const one = (client: Client, name: string, shared = false) => put(client, name, view('', shared));
    const at = await Promise.all(Array.from({ length: 36 }, (_, n) => one(stage.owner, `Ansicht ${n}`)));
    expect(at.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(30);
    expect(new Set(at.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await read(stage.owner)).views).toHaveLength(30);
    await stage.portal.database.pool.query(
      `INSERT INTO saved_view (apo_id, list_kind, actor, name, user_name, address, layout, shared, changed_at)
       SELECT $1, 'MDP', 'person ' || n % 3, 'Geteilt ' || n, 'Person', '', $2, true, now() FROM generate_series(1, 50) n`,
      [stage.pharmacy.apoId, layout],
    );
    const people = await Promise.all(
      [1, 2, 3].map((n) => stage.portal.as(`Person ${n}`, [`TP_user_${stage.pharmacy.crmCompanyId}`])),
    );
    const shared = await Promise.all(
      people.flatMap((client) => Array.from({ length: 5 }, (_, n) => one(client, `Geteilt ${n}`, true))),
    );
    expect(shared.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await read(stage.sales)).views).toHaveLength(60);
    const message = 'Hier sind schon 60 Ansichten für alle da. Mehr gehen nicht.';
    expect((await one(stage.deputy, 'Noch eine', true)).body.message).toBe(message);
    expect((await one(stage.deputy, 'Noch eine')).status).toBe(200);
  });

  test('that somebody shares are taken back by an owner and by staff, and stay theirs', async () => {
    const { pharmacy, portal, owner, deputy, sales } = stage;
    const left = await portal.as('Lena Weg', [`TP_user_${pharmacy.crmCompanyId}`]);
    await put(left, 'Alt', view('q=alt', true));
    await put(left, 'Auch', view('q=auch', true));
    await put(deputy, 'Alt', view('q=own', true));
    const byOf = async (client: Client, userName: string) =>
      (await read(client)).views.find((each: SavedView) => each.userName === userName)?.by;
    expect(await byOf(deputy, 'Lena Weg')).toBeNull();
    expect(await byOf(owner, 'Anna Berger')).toBeUndefined();
    const by = await byOf(owner, 'Lena Weg');
    expect(by).toMatch(/^[0-9a-f]{16}$/);
    const unshare = (client: Client, name: string, kind?: string) => client.put(path(kind), { name, view: null, by });
    expect((await unshare(deputy, 'Alt')).status).toBe(403);
    expect((await unshare(left, 'Alt')).status).toBe(403);
    expect((await unshare(owner, 'Alt', 'LZD')).status).toBe(200); // nothing of that name there
    expect((await owner.put(path(), { name: 'Alt', view: view(''), by })).status).toBe(422);
    expect(names((await unshare(owner, 'Alt')).body)).toEqual(['Alt of others', 'Auch of others']);
    expect((await read(owner)).views.map(({ userName }: SavedView) => userName)).toEqual(['Jonas Klein', 'Lena Weg']);
    expect(names((await unshare(sales, 'Auch')).body)).toEqual(['Alt of others']);
    expect(names(await read(left))).toEqual(['Alt', 'Auch', 'Alt of others']);
    // What is not shared is nobody else's business.
    await unshare(owner, 'Alt');
    expect(names(await read(left))).toEqual(['Alt', 'Auch', 'Alt of others']);
    const foreign = await seedPharmacy(portal.database, 4);
    const stranger = await portal.as('Fremd', [`TP_admin_${foreign.crmCompanyId}`]);
    expect((await unshare(stranger, 'Alt')).status).toBe(403);
  });

  test.each([
    ['', view('')],
    ['x'.repeat(61), view('')],
    ['x', view('a'.repeat(2001))],
    ['x', { ...view(''), layout: { ...layout, pins: { pzn: 'top' } } }],
    ['x', { ...view(''), layout: { ...layout, order: Array.from({ length: 101 }, () => 'pzn') } }],
  ])('are refused when something is too long or unknown: %p', async (name, saved) => {
    expect((await put(stage.owner, name, saved)).status).toBe(422);
    expect((await read(stage.owner)).views).toEqual([]);
  });
});

describe('bulk rules (rule 3.17)', () => {
  const RULE = {
    from: 'price',
    percent: 3.5,
    amount: -10,
    endings: [95],
    way: 'up',
    floorPercent: null,
    upToAvp: true,
  };
  const rulesPath = (pharmacy = stage.pharmacy) => `/api/price/bulk-rules/${pharmacy.path}`;
  const keep = (
    client: Client,
    name: string,
    rule: object | null,
    { shared = false, pharmacy = stage.pharmacy } = {},
  ) => client.put(rulesPath(pharmacy), { name, kept: rule && { rule, shared } });
  const kept = async (client: Client, pharmacy = stage.pharmacy) =>
    ENDPOINTS.getBulkRules.answer.parse((await client.get(rulesPath(pharmacy))).body).rules;
  const namesOf = (rules: SavedRule[]) => rules.map(({ name, mine }) => `${name}${mine ? '' : ' of others'}`);

  test('are the own ones in every pharmacy, and in one those that others share there', async () => {
    const second = await seedPharmacy(stage.portal.database, 3);
    const both = (role: string) => [stage.pharmacy, second].map(({ crmCompanyId }) => `${role}_${crmCompanyId}`);
    const owner = await stage.portal.as('Anna Berger', both('TP_admin'));
    const deputy = await stage.portal.as('Jonas Klein', both('TP_user'));
    await keep(stage.owner, 'Herbst', RULE, { shared: true });
    await keep(stage.owner, 'Aktion', { ...RULE, floorPercent: 5 });
    await keep(stage.deputy, 'Zink', RULE);
    expect(namesOf(await kept(owner, second))).toEqual(['Aktion', 'Herbst']);
    expect(namesOf(await kept(deputy, second))).toEqual(['Zink']);
    expect(namesOf(await kept(stage.deputy))).toEqual(['Zink', 'Herbst of others']);
    expect((await kept(stage.deputy))[1]).toEqual({
      name: 'Herbst',
      userName: 'Anna Berger',
      mine: false,
      shared: true,
      by: null,
      rule: RULE,
    });
  });

  test('take the place of the own one of that name, and are deleted by who kept them', async () => {
    await keep(stage.owner, ' Herbst ', RULE, { shared: true });
    await keep(stage.owner, 'Herbst', { ...RULE, percent: 4 }, { shared: true });
    await keep(stage.deputy, 'Herbst', null);
    expect((await kept(stage.deputy)).map(({ rule }) => rule.percent)).toEqual([4]);
    expect((await keep(stage.owner, 'Herbst', null)).body).toEqual({ rules: [] });
    expect(await kept(stage.deputy)).toEqual([]);
  });

  test('that somebody shares are taken back by an owner and by staff, and stay theirs', async () => {
    const { pharmacy, portal, owner, deputy, sales } = stage;
    const left = await portal.as('Lena Weg', [`TP_user_${pharmacy.crmCompanyId}`]);
    for (const name of ['Herbst', 'Winter']) await keep(left, name, RULE, { shared: true });
    const [shared] = await kept(owner);
    expect([shared?.by, (await kept(deputy))[0]?.by]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), null]);
    const unshare = (client: Client, name: string) => client.put(rulesPath(), { name, kept: null, by: shared?.by });
    expect((await unshare(deputy, 'Herbst')).status).toBe(403);
    expect((await unshare(owner, 'Herbst')).body.rules.map(({ name }: SavedRule) => name)).toEqual(['Winter']);
    expect((await unshare(sales, 'Winter')).body).toEqual({ rules: [] });
    expect(namesOf(await kept(left))).toEqual(['Herbst', 'Winter']);
  });

  test('are thirty at most, when 36 come at once too', async () => {
    const at = await Promise.all(Array.from({ length: 36 }, (_, n) => keep(stage.deputy, `Regel ${n}`, RULE)));
    expect(at.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(await kept(stage.deputy)).toHaveLength(30);
    for (let count = 1; count <= 30; count += 1) await keep(stage.owner, `Regel ${count}`, RULE);
    expect((await keep(stage.owner, 'Noch eine', RULE)).body).toMatchObject({
      message: 'Sie haben schon 30 Regeln gemerkt. Bitte löschen Sie erst eine davon.',
    });
    expect((await keep(stage.owner, 'Regel 7', { ...RULE, percent: 1 })).status).toBe(200);
    expect(await kept(stage.owner)).toHaveLength(30);
  });

  test.each([
    ['', RULE],
    ['x'.repeat(61), RULE],
    ['x', { ...RULE, from: 'moon' }],
    ['x', { ...RULE, percent: 1000 }],
    ['x', { ...RULE, percent: 3.55 }],
    ['x', { ...RULE, percent: '3' }],
    ['x', { ...RULE, floorPercent: -1 }],
    ['x', { ...RULE, amount: 0.5 }],
    ['x', { ...RULE, endings: [100] }],
    ['x', { ...RULE, upToAvp: undefined }],
  ])('are refused when they are no rule: %p', async (name, rule) => {
    expect((await keep(stage.owner, name, rule)).status).toBe(422);
    expect(await kept(stage.owner)).toEqual([]);
  });
});
