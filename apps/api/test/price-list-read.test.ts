import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  COLUMNS_MEDIA_TYPE,
  joinPieces,
  type PriceList,
  type PriceListPieces,
  priceListPiecesSchema,
  priceListSchema,
} from '@portal/contracts';
import { deviationPercent, roundHalfAway } from '@portal/rules';
import supertest from 'supertest';
import { createApp } from '../src/app.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

let portal: TestPortal;
let main: SeededPharmacy;
let mirror: SeededPharmacy;
let user: Client;
const [calculated, excluded, own, permanent, bare] = [1, 2, 3, 4, 5].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  portal = await startPortal();
  main = await seedPharmacy(portal.database, 1);
  mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
  await seedList(portal.database, main, 'OTC', [
    { pzn: calculated, name: 'Größe "XL"; =1+1', calculated: '10.25', avp: '10.00', aep: '5.00' },
    { pzn: excluded, type: 1, calculated: '7.00', avp: '8.00' },
    { pzn: own, type: 2, manual: '9.00', calculated: '10.00', avp: '10.00' },
    { pzn: permanent, type: 3, manual: '99999.99', calculated: '10.00', avp: '20.00' },
    { pzn: bare, calculated: null, avp: null, type: 1 },
  ]);
  user = await portal.as('Anna Berger', [`TP_admin_${main.crmCompanyId}`, `TP_user_${mirror.crmCompanyId}`]);
});
afterAll(() => portal?.close());

const rows = async (path = main.path, group = 'OTC') =>
  (await user.get(`/api/price/${path}/${group}`)).body as PriceList;
const columns = async (path = main.path, group = 'OTC') =>
  JSON.parse(
    (
      await user
        .get(`/api/price/${path}/${group}`)
        .set('Accept', COLUMNS_MEDIA_TYPE)
        .buffer(true)
        .parse(asBytes as never)
    ).body.toString() as string,
  ) as PriceListPieces;
const asBytes = (response: NodeJS.ReadableStream, done: (error: Error | null, bytes: Buffer) => void) => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('end', () => done(null, Buffer.concat(parts)));
};

// Rules 4.6, 4.17 and 13.8.
describe('the rows of a list', () => {
  test('have the specified fields, by default and in any case of the group', async () => {
    const list = await rows();
    expect(priceListSchema.parse(list)).toEqual(list);
    expect(await rows(main.path, 'otc')).toEqual(list);
    expect(list.pricelist.map((row) => row.pzn)).toEqual([calculated, excluded, own, permanent, bare].sort());
  });

  test('give differences from the own price where there is one, else from the calculated price', async () => {
    const byPzn = new Map((await rows()).pricelist.map((row) => [row.pzn, row]));
    expect(byPzn.get(calculated)).toMatchObject({
      name: 'Größe "XL"; =1+1',
      priceNew: 10.25,
      priceEdit: null,
      diffAvp: 2.5,
      diffAep: 105,
    });
    expect(byPzn.get(excluded)).toMatchObject({ negative: 1, priceEdit: null, diffAvp: -12.5 });
    expect(byPzn.get(own)).toMatchObject({ negative: 2, priceEdit: 9, diffAvp: -10 });
    // (99,999.99 - 20.00) / 20.00 * 100 = 499,899.95, whose half is rounded away from zero
    expect(byPzn.get(permanent)).toMatchObject({ negative: 3, priceEdit: 99_999.99, diffAvp: 499_900 });
    expect(byPzn.get(bare)).toMatchObject({ priceNew: null, avp: null, diffAvp: null });
  });
});

test('the columnar form says the same as the rows', async () => {
  const [list, table] = [await rows(), await columns()];
  expect(priceListPiecesSchema.parse(table)).toEqual(table);
  const { columns: column, ...head } = joinPieces(table);
  const euros = (cents: number | null | undefined) => (cents == null ? null : cents / 100);
  const rebuilt = column.pzn.map((pzn, i) => {
    const price = column.ownPrice[i] ?? column.calculatedPrice[i];
    const difference = (reference: number | null | undefined) => {
      const percent = deviationPercent(price, reference);
      return percent === null ? null : roundHalfAway(percent, 1);
    };
    return {
      pzn,
      name: column.name[i],
      content: column.content[i],
      producer: column.producer[i],
      brand: column.brand[i],
      normSize: column.normSize[i],
      atc: column.atc[i],
      peCluster: column.peCluster[i],
      vhCluster: column.vhCluster[i],
      units: column.units[i],
      avp: euros(column.avp[i]),
      aep: euros(column.aep[i]),
      vhp: euros(column.vhp[i]),
      priceMin: euros(column.priceMin[i]),
      priceAvg: euros(column.priceAvg[i]),
      priceMax: euros(column.priceMax[i]),
      priceNew: euros(column.calculatedPrice[i]),
      priceOld: euros(column.formerPrice[i]),
      priceEdit: euros(column.ownPrice[i]),
      validTo: null,
      date: new Date((column.date[i] ?? 0) * 1000).toISOString().replace('.000', ''),
      negative: column.priceType[i],
      diffAvp: difference(column.avp[i]),
      diffAep: difference(column.aep[i]),
      diffVhp: difference(column.vhp[i]),
      diffRpMin: difference(column.priceMin[i]),
      diffRpAvg: difference(column.priceAvg[i]),
      diffRpMax: difference(column.priceMax[i]),
    };
  });
  expect({ ...head, pricelist: rebuilt }).toEqual(list);
});

test('a long list comes in pieces of 500 rows, an empty one in one without rows; put together they are the rows (ADR 73)', async () => {
  const names = Array.from({ length: 1001 }, (_, n) => ({
    pzn: testPzn(1000 + n),
    name: `Öl ${n}`,
    calculated: '1.25',
  }));
  await seedList(portal.database, main, 'FREIWAHL', names);
  const table = await columns(main.path, 'FREIWAHL');
  expect([table.count, table.pieces.map(({ pzn, avp }) => [pzn.length, avp.length])]).toEqual([
    1001,
    [
      [500, 500],
      [500, 500],
      [1, 1],
    ],
  ]);
  const joined = joinPieces(table).columns;
  const listed = (await rows(main.path, 'FREIWAHL')).pricelist;
  expect(joined.pzn.map((pzn, row) => [pzn, joined.name[row]])).toEqual(listed.map(({ pzn, name }) => [pzn, name]));
  const none = await columns(main.path, 'HILFSMITTEL');
  expect([none.count, joinPieces(none).columns.pzn]).toEqual([0, []]);
});

test('a page of a former release, which asks for columns of other names, is told to load again', async () => {
  const former = 'application/vnd.preisportal.columns+json';
  const answer = await user.get(`/api/price/${main.path}/OTC`).set('Accept', former);
  expect([answer.status, answer.body.message]).toEqual([
    406,
    'Die angeforderte Darstellung gibt es nicht. Gibt es eine neue Version, hilft es, die Seite zu aktualisieren.',
  ]);
});

describe('an unchanged list', () => {
  test('answers 304 to its ETag and 200 once something changed', async () => {
    const first = await user.get(`/api/price/${main.path}/OTC`);
    const etag = String(first.headers.etag);
    const path = `/api/price/${main.path}/OTC`;
    expect((await user.get(path).set('If-None-Match', etag)).status).toBe(304);
    const saved = await user.put(`/api/price/${main.path}`, {
      products: [{ pzn: calculated, priceEdit: 11.11, editedPermanent: false, editedIgnore: false }],
    });
    expect(saved.body).toEqual({ status: 'OK', changed: 1 });
    const next = await user.get(path).set('If-None-Match', etag);
    expect(next.status).toBe(200);
    expect((next.body as PriceList).pricelist.find((row) => row.pzn === calculated)?.priceEdit).toBe(11.11);
    await user.put(`/api/price/${main.path}`, {
      products: [{ pzn: calculated, priceEdit: null, editedPermanent: false, editedIgnore: false }],
    });
  });

  test('is the same in every encoding', async () => {
    const plain = await rows();
    for (const encoding of ['zstd', 'br', 'gzip', 'identity']) {
      const response = await user
        .get(`/api/price/${main.path}/OTC`)
        .set('Accept-Encoding', encoding)
        .buffer(true)
        .parse(asBytes as never);
      expect(response.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      const bytes = response.body as Buffer;
      // superagent undoes the others by itself
      const text = encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes;
      expect(JSON.parse(text.toString())).toEqual(plain);
    }
  });
});

describe('a caller who cannot read zstd (rule 13.14)', () => {
  const encodingOf = async (app: Client, headers: Record<string, string>) => {
    const answer = await app
      .get(`/api/price/${main.path}/OTC`)
      .set(headers)
      .buffer(true)
      .parse(asBytes as never);
    return [answer.status, answer.headers['content-encoding'], answer.headers.vary];
  };
  const VARY = 'Accept, Accept-Encoding, X-Without-Encoding, Authorization';

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['zstd', undefined],
    ['ZSTD;q=1, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
  ])('with %s gets another encoding', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted, 'X-Without-Encoding': 'zstd' };
    expect(await encodingOf(user, headers)).toEqual([200, encoding, VARY]);
  });

  test('others go on getting it', async () => {
    expect(await encodingOf(user, { 'Accept-Encoding': 'br, zstd' })).toEqual([200, 'zstd', VARY]);
    expect(await encodingOf(user, { 'Accept-Encoding': 'br, zstd', 'X-Without-Encoding': 'x' })).toEqual([
      200,
      'zstd',
      VARY,
    ]);
  });

  test('the operator may switch it off for everybody', async () => {
    const app = createApp({ ...portal.deps, config: { ...portal.deps.config, zstd: false } });
    const answer = await supertest(app)
      .get(`/api/price/${main.path}/OTC`)
      .set({ Authorization: `Bearer ${user.token}`, 'Accept-Encoding': 'gzip, deflate, br, zstd' })
      .buffer(true)
      .parse(asBytes as never);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  });
});

describe('what locks a list', () => {
  test('products of an open MDP are blocked', async () => {
    const id = await seedOpenUpdate(portal.database, main, 'MDP', 'OTC', [own]);
    expect((await rows()).blockedProducts).toEqual([{ pzn: own }]);
    expect((await rows()).blockEdit).toBe(false);
    await portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: { status: -1 } });
    expect((await rows()).blockedProducts).toEqual([]);
  });

  test('an open LZD blocks editing, released or not', async () => {
    const id = await seedOpenUpdate(portal.database, main, 'LZD', 'OTC', [own], { readyForApproval: false });
    expect((await rows()).blockEdit).toBe(true);
    await portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: { status: -1 } });
  });
});

test('a mirror reads through to its main pharmacy and names it', async () => {
  const [ofMirror, ofMain] = [await rows(mirror.path), await rows()];
  expect(ofMirror.pricelist).toEqual(ofMain.pricelist);
  expect(ofMirror.parentPharmacy?.apoId).toBe(main.apoId);
  expect(ofMain.parentPharmacy).toBeNull();
});

test('a group without a list is empty', async () => {
  expect(await rows(main.path, 'HILFSMITTEL')).toMatchObject({ version: 0, pricelist: [], blockedProducts: [] });
});

test('an unknown group is refused by name', async () => {
  const response = await user.get(`/api/price/${main.path}/KOSMETIK`);
  expect(response.status).toBe(400);
  expect(response.body.issues).toEqual([
    { path: 'productGroup', message: 'Die Warengruppe muss OTC, FREIWAHL, HILFSMITTEL sein.' },
  ]);
});
