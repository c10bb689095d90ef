import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COSTS } from '@portal/contracts';
import { FIRST_LABEL_FORM } from '@portal/rules';
import supertest from 'supertest';
import { forgetPdfs } from '../../src/modules/pdf/index.ts';
import { priceText } from '../../src/modules/pdf/price-text.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { bytesOf, readPdf } from './read-pdf.ts';

describe('documents', () => {
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
      const { pages } = await readPdf(
        (await post({ template: 'approvalPricelist', products: [{ ...row, name }] })).body,
      );
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
    const body = {
      template: 'approvalPricelist',
      title: 'TruePrice Monatsupdate, nur gefilterte (1)',
      products: [row],
    };

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
});

describe('links', () => {
  // A tab opens its PDF by an address of the server's, which outlives the page it came from (rule 10.37).
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  beforeEach(async () => {
    portal = await startPortal('2026-03-10T09:05:00Z');
    pharmacy = await seedPharmacy(portal.database, 1);
    owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
  });
  afterEach(() => portal.close());

  const list = {
    template: 'pricelist',
    title: 'Preisliste',
    products: [{ pzn: testPzn(1), name: 'Zink', price: '9,99 EUR' }],
  };
  const order = (prefer?: string, body: object = list, path = 'OTC') => {
    const base = path === 'OTC' ? `/api/price/pdf/${pharmacy.path}/OTC` : `/api/price/labels/${pharmacy.path}/pdf`;
    const call = owner.post(base, body);
    return prefer ? call.set('Prefer', prefer) : call;
  };
  const open = (address: string) => bytesOf(supertest(portal.app).get(address));
  const stored = async () => (await portal.database.pool.query('SELECT FROM pdf_link')).rowCount;

  test.each([
    ['a list', list, 'OTC', `Preisliste_OTC_500001_2026-03-10.pdf`],
    [
      'labels',
      {
        labels: [{ pzn: testPzn(1), name: 'Zink', content: null, producer: null, effectivePrice: 999 }],
        form: FIRST_LABEL_FORM,
      },
      'labels',
      'Etiketten_500001_2026-03-10.pdf',
    ],
  ])('%s comes by an address that ends in its name and needs no sign-in', async (_what, body, path, name) => {
    const made = await order('respond-async, return=minimal', body, path);
    expect([made.status, made.text]).toEqual([201, '']);
    const address = made.headers['location'] as string;
    expect(address).toMatch(new RegExp(`^/api/price/pdf/file/500001/[\\w-]{43}/${name.replace('.', '\\.')}$`));
    const shown = await open(address);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
    });
    expect(shown.body.subarray(0, 5).toString()).toBe('%PDF-');
    // a tab may load it again
    expect((await open(address)).status).toBe(200);
    // what is stored does not open it
    const { rows } = await portal.database.pool.query('SELECT hash, file_name FROM pdf_link');
    expect(address).not.toContain(rows[0].hash);
  });

  test('without that wish the PDF itself is the answer, as specified, and nothing is stored', async () => {
    const made = await bytesOf(order());
    expect([made.status, made.headers['content-type'], made.headers['location']]).toEqual([
      200,
      'application/pdf',
      undefined,
    ]);
    expect(await stored()).toBe(0);
  });

  test('an address opens nothing when it is changed, of another pharmacy, or an hour old', async () => {
    const address = (await order('return=minimal')).headers['location'] as string;
    const [, ticket = ''] = /500001\/([\w-]{43})/.exec(address) ?? [];
    const other = await seedPharmacy(portal.database, 2);
    const changed = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of [address.replace(ticket, changed), address.replace('500001', String(other.apoId))]) {
      const answer = await supertest(portal.app).get(wrong);
      expect([answer.status, answer.body.message]).toEqual([
        404,
        'Dieses PDF gibt es nicht mehr. Bitte öffnen Sie es in TruePrice neu.',
      ]);
    }
    portal.clock.set('2026-03-10T10:04:59Z');
    expect((await open(address)).status).toBe(200);
    portal.clock.set('2026-03-10T10:05:00Z');
    expect((await supertest(portal.app).get(address)).status).toBe(404);
    // as Chromium asks for the page of a tab
    const tab = await supertest(portal.app).get(address).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([tab.status, tab.headers['content-type'], tab.text]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Dieses PDF gibt es nicht mehr. Bitte öffnen Sie es in TruePrice neu.',
    ]);
    await forgetPdfs({ database: portal.database, clock: portal.clock });
    expect(await stored()).toBe(0);
  });

  test('of a pharmacy the last ten are kept', async () => {
    const addresses: string[] = [];
    for (let second = 10; second <= 20; second++) {
      portal.clock.set(`2026-03-10T09:05:${second}Z`);
      addresses.push((await order('return=minimal')).headers['location'] as string);
    }
    expect(await stored()).toBe(10);
    expect((await supertest(portal.app).get(addresses[0] ?? '')).status).toBe(404);
    expect((await open(addresses.at(-1) ?? '')).status).toBe(200);
  });
});

describe('cancelling', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  let server: http.Server;
  beforeAll(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
    server = http.createServer(portal.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server?.close();
    await portal?.close();
  });

  const products = Array.from({ length: 40_000 }, () => ({ pzn: testPzn(1), name: 'Salbe', price: '1,00 EUR' }));
  const LONG = JSON.stringify({ template: 'pricelist', products });

  type Sent = { status: Promise<number>; retryAfter: () => string | undefined; cancel: () => void };
  /** Resolves with 0 when the call was cancelled. */
  function send(body: string): Sent {
    const xsrf = 'x'.repeat(43);
    let retryAfter: string | undefined;
    const request = http.request({
      port: (server.address() as AddressInfo).port,
      path: `/api/price/pdf/${pharmacy.apoId}/${pharmacy.token}/OTC`,
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owner.token}`,
        Cookie: `XSRF-TOKEN=${xsrf}`,
        'X-XSRF-TOKEN': xsrf,
        'Content-Type': 'application/json',
      },
    });
    const status = new Promise<number>((resolve) => {
      request.on('response', (response) => {
        retryAfter = response.headers['retry-after'];
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', () => resolve(0));
    });
    request.end(body);
    return { status, retryAfter: () => retryAfter, cancel: () => void request.destroy() };
  }

  test('one person waits with as many PDFs as rule 13.17 says; closing the window of one makes room', async () => {
    const { perPerson, queuePerPerson } = COSTS.pdf.received;
    const many = Array.from({ length: perPerson + queuePerPerson + 1 }, () => send(LONG));
    const [first, refused] = await Promise.race(many.map(async (sent) => [await sent.status, sent] as const));
    expect(first).toBe(429);
    expect(refused.retryAfter()).toMatch(/^[123]$/);
    for (const sent of many) sent.cancel();
    await Promise.all(many.map((sent) => sent.status));
    // The server learns of it a moment later.
    let status = 429;
    while (status === 429) status = await send('{"template":"pricelist","products":[]}').status;
    expect(status).toBe(200);
  });
});

describe('texts of prices', () => {
  test.each<[string | number | null | undefined, string]>([
    ['12,34 EUR', '12,34 €'],
    ['12.34 EUR', '12,34 €'],
    ['1234.5 EUR', '1.234,50 €'],
    ['1.234,50 EUR', '1.234,50 €'],
    ['7 EUR', '7,00 €'],
    ['7,5€', '7,50 €'],
    [7.5, '7,50 €'],
    [99999.99, '99.999,99 €'],
    ['9'.repeat(36), '9'.repeat(36)],
    [1e300, '1e+300'],
    ['---', '---'],
    ['auf Anfrage', 'auf Anfrage'],
    ['1,2,3 EUR', '1,2,3 EUR'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('the price %p is printed as %p', (price, printed) => {
    expect(priceText(price)).toBe(printed);
  });
});
