import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces } from '@portal/contracts';
import { approvalFile, buildApprovalModel, csvText, type UpdateColumns } from '@portal/list-view';
import { UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;
let owner: Client;
const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  // 9,99 € each, AEP 8,50 €
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: a, aep: '8.50' },
    { pzn: b, aep: '8.50' },
  ]);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

let files = 0;
async function deliver(kind: UpdateKind, content: string, client = engine) {
  files += 1;
  const path = `/api/intake/${kind.toLowerCase()}/${pharmacy.crmCompanyId}/OTC`;
  const file = { name: `${kind}_${files}.csv`, content };
  return (await upload(portal, client, path, file)).body as {
    id: number;
    rows: number;
    notes: string[];
    reason?: string;
  };
}
const file = (heading: string, ...rows: string[]) => [heading, ...rows, ''].join('\r\n');
const items = async (id: number) => {
  const { rows } = await portal.database.pool.query(
    'SELECT * FROM price_update_item WHERE update_id = $1 ORDER BY pzn',
    [id],
  );
  return rows.map(({ update_id: _id, position: _line, ...row }) => row);
};
const approve = (kind: UpdateKind, id: number) =>
  owner.put(`/api/price/approve/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`, { products: [] });

describe('the AVP of a package (rule 10.36)', () => {
  const FORMER = file('PZN;AVP neu;TruePrice neu;AVP', `${a};12,95;9,99;11,50`, `${c};7,00;6,50;7,00`);

  test.each(['QDP', 'LZD'] as const)(
    'of a %s of the former form is "AVP neu"; the other price is named',
    async (kind) => {
      const { id, notes } = await deliver(kind, FORMER);
      expect((await items(id)).map(({ avp, ravp }) => [avp, ravp])).toEqual([
        ['12.95', '11.50'],
        ['7.00', null],
      ]);
      expect(notes).toEqual([
        `In einer Zeile nennen „AVP“ und „AVP neu“ verschiedene Preise (Zeile 2, PZN ${a}: 11,50 € statt 12,95 €). Als AVP gilt „AVP neu“. Der andere zählt als aktueller Preis der Apotheke.`,
      ]);
    },
  );

  test('reaches the list, the current price does not', async () => {
    const { id } = await deliver('QDP', FORMER);
    await approve('QDP', id).expect(200);
    const { rows } = await portal.database.pool.query(
      'SELECT pzn, avp::text FROM price_item WHERE avp > 6 ORDER BY pzn',
    );
    expect(rows.filter(({ pzn }) => pzn !== b)).toEqual([
      { pzn: a, avp: '12.95' },
      { pzn: c, avp: '7.00' },
    ]);
  });

  test('that only other rows make no AVP is taken from no row', async () => {
    const { id, notes } = await deliver(
      'QDP',
      file('PZN;AVP neu;TruePrice neu;AVP', `${a};;9,99;8,88`, `${c};7,00;6,50;6,60`),
    );
    expect((await items(id)).map(({ avp, ravp }) => [avp, ravp])).toEqual([
      [null, '8.88'],
      ['7.00', '6.60'],
    ]);
    expect(notes[0]).toMatch(/Eine Zeile ohne „AVP neu“ bleibt ohne AVP\.$/);
  });
});

// What leaves as CSV and is uploaded unchanged is the same package again.
test.each(UPDATE_KINDS)('an approved %s, exported and uploaded again, has the same values', async (kind) => {
  const heading =
    kind === 'MDP'
      ? 'PZN;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp'
      : 'PZN;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp;ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Aktueller Preis';
  const market = kind === 'MDP' ? '' : ';R05;1;2;7;12,95;8,00;9,10;9,20;9,30;9,40';
  const { id } = await deliver(
    kind,
    file(
      heading,
      `${a};12,50;12,95;9,80;9,99;${market && 'Dauerpreis'}${market}`,
      `${b};1,00;2,00;3,00;4,00;Inaktiv${market.replace('12,95', '2,00')}`,
    ),
  );
  await portal.database.pool.query('UPDATE price_update SET ready_for_approval = true WHERE id = $1', [id]);
  const products = kind === 'LZD' ? [{ pzn: a, editedPrice: null }] : [];
  await owner.put(`/api/price/approve/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`, { products }).expect(200);

  const answer = await sales
    .get(`/api/price/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`)
    .set('Accept', COLUMNS_MEDIA_TYPE);
  const { columns } = joinPieces(JSON.parse(answer.text ?? String(answer.body)) as never) as { columns: UpdateColumns };
  const model = buildApprovalModel(kind, columns, { editable: false, approved: true });
  const text = csvText(
    approvalFile(
      model,
      columns.pzn.map((_, row) => row),
    ),
  );
  expect(text.split('\r\n')).toHaveLength(4); // heading, as many rows as the screen counts, nothing

  const again = await deliver(kind, text);
  expect(again).toMatchObject({ rows: 2, notes: [] });
  const first = await items(id);
  expect(await items(again.id)).toEqual(first);
  expect(first.map(({ inactive }) => inactive)).toEqual([false, true]);
});

test('a package of rows off the market alone is refused (rule 6.3)', async () => {
  const { reason } = await deliver('QDP', file('PZN;TruePrice neu;Preistyp', `${a};9,99;Inaktiv`, `${c};9,99;inaktiv`));
  expect(reason).toBe('Keine Zeile der Datei kann übernommen werden.');
});

describe('value added tax (rule 14.1)', () => {
  const MDP = file('PZN;TruePrice neu;MwSt', `${a};9,50;7`, `${b};9,50;`);
  const vat = async () =>
    (await portal.database.pool.query('SELECT pzn, vat_percent AS vat FROM product ORDER BY pzn')).rows.map(
      (row) => row.vat,
    );

  test('comes from the pricing engine alone, stays where a file says nothing, and raises the version of the block', async () => {
    await deliver('MDP', MDP, sales);
    expect(await vat()).toEqual([null, null]);
    await deliver('MDP', MDP);
    expect(await vat()).toEqual([7, null]);
    const { rows: before } = await portal.database.pool.query('SELECT max(version) AS version FROM product_block');
    await deliver('MDP', file('PZN;TruePrice neu', `${a};9,60`));
    expect(await vat()).toEqual([7, null]);
    await deliver('MDP', file('PZN;TruePrice neu;MwSt', `${a};9,60;19`));
    expect(await vat()).toEqual([19, null]);
    const { rows: after } = await portal.database.pool.query('SELECT max(version) AS version FROM product_block');
    expect(Number(after[0].version)).toBeGreaterThan(Number(before[0].version));
  });

  test('decides whether a package waits for a person: 9,50 € are 8,88 € net at 7 %, 7,98 € at 19 %', async () => {
    await sales
      .put(`/api/pharmacy/guardrails/${pharmacy.path}/OTC`, {
        minMarginPercent: null,
        maxChangePercent: null,
        maxAboveAvpPercent: null,
        minAboveAepPercent: 0,
        maxAboveUmfeldPercent: null,
        maxBelowUmfeldPercent: null,
        holdOnBreach: true,
      })
      .expect(200);
    await owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/1`, {}).expect(200);
    const { id } = await deliver('MDP', MDP);
    const { rows } = await portal.database.pool.query('SELECT status, held_rows FROM price_update WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 0, held_rows: 1 }]); // b, whose 19 % are assumed
  });

  test('goes into what an approval was worth', async () => {
    await portal.database.pool.query('UPDATE price_item SET units = 107');
    const { id } = await deliver('MDP', file('PZN;TruePrice neu;MwSt', `${a};10,99;7`));
    await approve('MDP', id).expect(200);
    // 1,00 € more on 107 packs: 107 / 1,07
    const { rows } = await portal.database.pool.query(
      'SELECT effect_cents::int AS cents FROM price_update WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ cents: 10_000 }]);
  });

  test('travels with lists and packages', async () => {
    const { id } = await deliver('MDP', MDP);
    for (const path of [`/api/price/${pharmacy.path}/OTC`, `/api/price/mdp/${pharmacy.path}/${id}/OTC`]) {
      const answer = await owner.get(path).set('Accept', COLUMNS_MEDIA_TYPE);
      const { columns } = joinPieces(JSON.parse(answer.text ?? String(answer.body)) as never) as {
        columns: UpdateColumns;
      };
      expect([path, columns.vatPercent]).toEqual([path, [7, null]]);
    }
  });
});
