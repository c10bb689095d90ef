import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { bytesOf, readPdf } from './read-pdf.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let mirror: SeededPharmacy;
let owner: Client;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:05:00Z');
  pharmacy = await seedPharmacy(portal.database, 1, { name: 'Löwen-Apotheke Großmann' });
  mirror = await seedPharmacy(portal.database, 2, { name: 'Filiale', parentApoId: pharmacy.apoId });
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: testPzn(1), name: 'Zink Tabletten', calculated: '1234.50' },
    { pzn: testPzn(2), name: 'Ärztesalbe', calculated: '9.99', manual: '8.49', type: 2 },
    { pzn: testPzn(3), name: 'Bromelain', calculated: '5.00', manual: '6.00', type: 3 },
    { pzn: testPzn(4), name: 'Calcium', calculated: '7.00', type: 1 },
  ]);
  owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
});
afterAll(() => portal?.close());

const address = (place = pharmacy, group = 'OTC') => `/api/price/pdf/${place.apoId}/${place.token}/${group}`;
const post = (body: object, path = address()) => bytesOf(owner.post(path, body));
const row = { pzn: testPzn(1), name: 'Zink Tabletten', content: '20 St', price: '12,34 EUR', priceinfo: '' };

// Rules 10.11 and 10.33.
describe('the price list from the database', () => {
  test('has all products by German name, with prices, E and D, and nothing for an exclusion', async () => {
    const response = await bytesOf(owner.get(`/api/price/pdf/pricelist/${pharmacy.apoId}/${pharmacy.token}/otc`));
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Preisliste_OTC_${pharmacy.apoId}_2026-03-10.pdf"`,
      'cache-control': 'private, no-store',
    });
    const { pages } = await readPdf(response.body);
    expect(pages).toEqual([
      [
        'Preisliste · OTC Stand 10.03.2026 10:05 Uhr',
        `Löwen-Apotheke Großmann · APO-ID ${pharmacy.apoId} 4 Artikel`,
        'PZN Artikel Packungsgröße Preis',
        'E Eigener Preis · D Dauerpreis · --- Ausschluss Seite 1 von 1',
        `${testPzn(2)} Ärztesalbe 8,49 € E`,
        `${testPzn(3)} Bromelain 6,00 € D`,
        `${testPzn(4)} Calcium ---`,
        `${testPzn(1)} Zink Tabletten 1.234,50 €`,
      ],
    ]);
  });

  test('has the producers of articles that share a name', async () => {
    const place = await seedPharmacy(portal.database, 4);
    await seedList(portal.database, place, 'OTC', [
      { pzn: testPzn(11), name: 'Ibu', calculated: '5.00' },
      { pzn: testPzn(12), name: 'Ibu', calculated: '6.00' },
      { pzn: testPzn(13), name: 'Tee', calculated: '7.00' },
    ]);
    await portal.database.prisma.product.update({ where: { pzn: testPzn(11) }, data: { producer: 'HEXAL' } });
    await portal.database.prisma.product.updateMany({
      where: { pzn: { in: [testPzn(12), testPzn(13)] } },
      data: { producer: 'STADA' },
    });
    const staff = await portal.as('Petra Hahn', ['solvena_sales']);
    const response = await bytesOf(staff.get(`/api/price/pdf/pricelist/${place.apoId}/${place.token}/OTC`));
    expect((await readPdf(response.body)).pages[0]?.slice(4)).toEqual([
      `${testPzn(11)} Ibu · HEXAL 5,00 €`,
      `${testPzn(12)} Ibu · STADA 6,00 €`,
      `${testPzn(13)} Tee 7,00 €`,
    ]);
  });

  test("of a mirror has the main pharmacy's prices under the mirror's own name", async () => {
    const staff = await portal.as('Petra Hahn', ['solvena_sales']);
    const response = await bytesOf(staff.get(`/api/price/pdf/pricelist/${mirror.apoId}/${mirror.token}/OTC`));
    const [page = []] = (await readPdf(response.body)).pages;
    expect(page[1]).toBe(`Filiale · APO-ID ${mirror.apoId} 4 Artikel`);
    expect(page).toContain(`${testPzn(2)} Ärztesalbe 8,49 € E`);
  });
});

describe('rows that the browser sends', () => {
  test('keep their order and carry umlauts, ß and €', async () => {
    const products = [
      { ...row, name: 'Zäpfchen für Säuglinge ß', price: '3,00 EUR', priceinfo: 'D' },
      { ...row, pzn: testPzn(2), name: 'Ärztesalbe 2 × 5 ½ ®', content: null, price: '12.5 EUR', priceinfo: 'E' },
      { ...row, pzn: testPzn(3), name: 'Große Flasche', price: '---', priceinfo: null },
    ];
    const { pages } = await readPdf((await post({ template: 'pricelist', products })).body);
    expect(pages[0]?.slice(4)).toEqual([
      `${testPzn(1)} Zäpfchen für Säuglinge ß 20 St 3,00 € D`,
      `${testPzn(2)} Ärztesalbe 2 × 5 ½ ® 12,50 € E`,
      `${testPzn(3)} Große Flasche 20 St ---`,
    ]);
  });

  test('of an MDP have the former price, and words for the kind of price', async () => {
    const products = [
      { ...row, ravp: '11,00 EUR', priceinfo: 'Berechneter TruePrice' },
      { ...row, pzn: testPzn(2), ravp: 10.5, price: '9,99 EUR', priceinfo: 'Dauerpreis' },
    ];
    const body = { template: 'approvalPricelist', title: 'TruePrice Monatsupdate', products };
    const response = await post(body, address(pharmacy, 'FREIWAHL'));
    expect(response.headers['content-disposition']).toBe(
      `inline; filename="TruePrice_Monatsupdate_FREIWAHL_${pharmacy.apoId}_2026-03-10.pdf"`,
    );
    const { pages, title } = await readPdf(response.body);
    expect(title).toBe('TruePrice Monatsupdate · Freiwahl, Löwen-Apotheke Großmann');
    expect(pages[0]).toEqual([
      'TruePrice Monatsupdate · Freiwahl Stand 10.03.2026 10:05 Uhr',
      `Löwen-Apotheke Großmann · APO-ID ${pharmacy.apoId} 2 Artikel`,
      'PZN Artikel Packungsgröße Bisheriger Preis Neuer Preis Preistyp',
      '--- Ausschluss Seite 1 von 1',
      `${testPzn(1)} Zink Tabletten 20 St 11,00 € 12,34 € Berechneter TruePrice`,
      `${testPzn(2)} Zink Tabletten 20 St 10,50 € 9,99 € Dauerpreis`,
    ]);
  });

  test.each([
    ['TruePrice Neue Produkte', 'TruePrice_Neue_Produkte'],
    ['TruePrice Erst-/Neuberechnung', 'TruePrice_Erst-_Neuberechnung'],
  ])('under the title %s have one price', async (title, name) => {
    const products = [{ ...row, priceinfo: 'Eigener Preis' }];
    const response = await post({ template: 'approvalNewProducts', title, products });
    expect(response.headers['content-disposition']).toContain(`filename="${name}_OTC_`);
    const [page = []] = (await readPdf(response.body)).pages;
    expect(page[0]).toMatch(new RegExp(`^${title} · OTC`));
    expect(page[2]).toBe('PZN Artikel Packungsgröße Preis Preistyp');
    expect(page[4]).toBe(`${testPzn(1)} Zink Tabletten 20 St 12,34 € Eigener Preis`);
  });

  test('run over pages that repeat the head and count themselves', async () => {
    const products = Array.from({ length: 1_500 }, (_, i) => ({ ...row, name: `Artikel ${i}` }));
    const { pages } = await readPdf((await post({ template: 'pricelist', products })).body);
    expect(pages.length).toBeGreaterThan(10);
    const names = pages.flatMap((page, i) => {
      expect(page[0]).toBe('Preisliste · OTC Stand 10.03.2026 10:05 Uhr');
      expect(page[1]).toBe(`Löwen-Apotheke Großmann · APO-ID ${pharmacy.apoId} 1.500 Artikel`);
      expect(page[2]).toBe('PZN Artikel Packungsgröße Preis');
      expect(page[3]).toMatch(new RegExp(`Seite ${i + 1} von ${pages.length}$`));
      return page.slice(4);
    });
    expect(names).toEqual(products.map(({ pzn, name }) => `${pzn} ${name} 20 St 12,34 €`));
  });

  test('break long names, also those without a blank, and lose no letter', async () => {
    const name = `${'Donaudampfschifffahrt'.repeat(9)} ${'Salbe '.repeat(15).trim()}`;
    const { pages } = await readPdf((await post({ template: 'approvalPricelist', products: [{ ...row, name }] })).body);
    expect(pages[0]?.slice(4).join('').replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
  });

  test('with texts longer than a cell takes are cut, not refused', async () => {
    const products = [
      { ...row, name: `${'x'.repeat(299)}😀y`, content: '1'.repeat(400), priceinfo: 'E'.repeat(400) },
      { ...row, name: 'N'.repeat(3_000), producer: 'P'.repeat(3_000) },
    ];
    const { status, body } = await post({ template: 'pricelist', products });
    expect(status).toBe(200);
    const text = (await readPdf(body)).pages.flat().join('').replaceAll(' ', '');
    // the half of the emoji, whose other half is beyond the 300th character, is left out with it
    expect(text.match(/x+/)?.[0]).toHaveLength(299);
    expect(text).not.toContain('U+');
  });

  test('of every character that the fonts have come within seconds', async () => {
    // 5,900 characters of the second font, among them all that a name can be made of in Greek, Cyrillic, arrows and signs
    const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter((character) =>
      /[\p{L}\p{N}\p{S}\p{P}]/u.test(character),
    );
    const names = Array.from({ length: 40 }, (_, at) => characters.slice(at * 300, (at + 1) * 300).join(''));
    const began = performance.now();
    const { status } = await post({ template: 'pricelist', products: names.map((name) => ({ ...row, name })) });
    expect(status).toBe(200);
    // as .woff 300 of them took 8 s alone
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('may be none', async () => {
    const { pages } = await readPdf((await post({ template: 'pricelist', products: [] })).body);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Keine Artikel.');
  });

  test('may bring control characters and decomposed umlauts, and a title that is no file name', async () => {
    const products = [{ ...row, name: 'A\u0000\tB\r\nA\u0308rzte\u202E' }];
    const response = await post({ template: 'pricelist', title: '../"Übersicht"\r\nX: y', products });
    expect(response.headers['content-disposition']).toBe(
      `inline; filename="Uebersicht_X_y_OTC_${pharmacy.apoId}_2026-03-10.pdf"`,
    );
    const [page = []] = (await readPdf(response.body)).pages;
    expect(page[4]).toBe(`${testPzn(1)} A B Ärzte 20 St 12,34 €`);
  });
});

describe('a body', () => {
  const template = 'pricelist';
  test.each<[string, object, string]>([
    ['lacks products', { template }, 'products'],
    ['has an unknown template', { template: 'x', products: [] }, 'template'],
    ['has a title over 80 characters', { template, title: 'x'.repeat(81), products: [] }, 'title'],
    ['has a broken PZN', { template, products: [row, { ...row, pzn: '12' }] }, 'products.1.pzn'],
    ['has over 100,000 rows', { template, products: Array.from({ length: 100_001 }, () => row) }, 'products'],
  ])('that %s gets 422 naming the field', async (_, body, path) => {
    const response = await owner.post(address(), body);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ status: 'ERROR', reason: 'invalid_request' });
    expect(response.body.message).toMatch(/^Die Anfrage ist fehlerhaft: /);
    expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test('that is no JSON gets 400, and none at all too', async () => {
    const broken = await owner.post(address()).set('Content-Type', 'application/json').send('{"products":');
    expect(broken.status).toBe(400);
    expect(broken.body.message).toBe('Der Inhalt der Anfrage ist kein gültiges JSON.');
    expect((await owner.post(address())).status).toBe(400);
  });

  test('of 100,000 rows that would fill more pages than a PDF may have gets 422 that says so', async () => {
    const long = { ...row, name: 'Salbe mit Wirkstoff '.repeat(10) };
    const products = Array.from({ length: 100_000 }, () => long);
    const response = await owner.post(address(), { template, products });
    expect(response.status).toBe(422);
    expect(response.body.message).toBe(
      'Das PDF würde zu umfangreich. Möglich sind höchstens 4.000 Seiten. Bitte grenzen Sie die Liste ein.',
    );
  });

  test('over the limit gets 413', async () => {
    const response = await owner
      .post(address())
      .set('Content-Type', 'application/json')
      .send(`{"template":"pricelist","products":[],"padding":"${'x'.repeat(33 * 1024 * 1024)}"}`);
    expect(response.status).toBe(413);
  });
});

describe('the PDF of an approved package', () => {
  const body = { template: 'approvalPricelist', title: 'TruePrice Monatsupdate, nur gefilterte (1)', products: [row] };

  test('names who approved it and when, as the server knows it, on a mirror too', async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: testPzn(1) }], {
      status: 1,
      approver: 'Jonas Klein',
      approvedAt: new Date('2026-03-09T16:30:00Z'),
    });
    const staff = await portal.as('Petra Hahn', ['solvena_sales']);
    for (const place of [pharmacy, mirror]) {
      const response = await bytesOf(
        staff.post(`${address(place)}?approval=${id}`, { ...body, approver: 'Wer anders' }),
      );
      expect(response.status).toBe(200);
      const [page = []] = (await readPdf(response.body)).pages;
      expect(page.join('|')).toContain('Freigegeben von Jonas Klein am 09.03.2026 17:30 Uhr · --- Ausschluss');
      expect(page.join('|')).not.toContain('Wer anders');
      expect(page[0]).toContain('nur gefilterte (1)');
      expect(response.headers['content-disposition']).toContain('TruePrice_Monatsupdate_nur_gefilterte_1_OTC_');
    }
  });

  test('is refused for a package that is not approved, of another pharmacy or group, or none', async () => {
    const open = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: testPzn(1) }]);
    const foreign = await seedUpdate(
      portal.database,
      await seedPharmacy(portal.database, 3),
      'MDP',
      [{ pzn: testPzn(1) }],
      {
        status: 1,
        approver: 'A',
        approvedAt: new Date(),
      },
    );
    for (const id of [open, foreign, 999_999])
      expect((await post(body, `${address()}?approval=${id}`)).status).toBe(404);
    expect((await post(body, `${address()}?approval=x`)).status).toBe(400);
  });
});
