import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type KeptRule, type SavedView } from '@portal/contracts';
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
    expect(deputys.views[1]).toEqual({ name: 'A', userName: 'Anna Berger', mine: false, ...view('sort=pzn', true) });
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
  const namesOf = (rules: KeptRule[]) => rules.map(({ name, mine }) => `${name}${mine ? '' : ' of others'}`);

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

  test('are thirty at most', async () => {
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
