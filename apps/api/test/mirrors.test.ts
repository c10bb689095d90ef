import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProductGroup } from '@portal/rules';
import { PortalError } from '../src/http/errors.ts';
import { addMirror } from '../src/modules/mirrors/add-mirror.ts';
import { aboveBoth } from '../src/modules/mirrors/exchange-list.ts';
import { removeMirror } from '../src/modules/mirrors/remove-mirror.ts';
import { savePriceList } from '../src/modules/price-lists/save-price-list.ts';
import { changeSetting } from '../src/modules/settings/change-setting.ts';
import { brokenInvariants, readList } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from './support/seed.ts';

describe('mirrors', () => {
  const [A, B, C, D] = [testPzn(1), testPzn(2), testPzn(3), testPzn(4)] as [string, string, string, string];
  let portal: TestPortal;
  let sales: Client;
  let next = 0;
  /** Fresh for each test; `owner` may only use the main pharmacy, `branch` only the mirror. */
  let main: SeededPharmacy;
  let mirror: SeededPharmacy;
  let owner: Client;
  let branch: Client;

  beforeAll(async () => {
    portal = await startPortal('2026-03-10T09:00:00Z');
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterAll(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  beforeEach(async () => {
    [main, mirror] = [await seedPharmacy(portal.database, ++next), await seedPharmacy(portal.database, ++next)];
    owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${main.crmCompanyId}`]);
    branch = await portal.as('Bert Branch', ['solvena_customer', `TP_user_${mirror.crmCompanyId}`]);
    await seedList(portal.database, main, 'OTC', [
      { pzn: A, calculated: '4.99' },
      { pzn: B, calculated: '5.49', type: 3, manual: '6.50' },
      { pzn: C, calculated: '7.00', type: 1 },
    ]);
    await seedList(portal.database, mirror, 'OTC', [
      { pzn: A, calculated: '1.11' },
      { pzn: D, calculated: '2.22', type: 2, manual: '2.50' },
    ]);
  });

  const link = (body: object = { pharmacy: main.apoId, shadowPharmacy: mirror.apoId }) =>
    sales.post('/api/pharmacy/shadow', body);
  const part = () => sales.delete(`/api/pharmacy/shadow/${main.apoId}/${mirror.apoId}`);
  const events = async (pharmacy: SeededPharmacy) => {
    const { body } = await sales.get(`/api/pharmacy/history/${pharmacy.path}`);
    return body.history.map((entry: { event: string; hasLog: boolean; userName: string }) => [
      entry.event,
      entry.hasLog,
      entry.userName,
    ]);
  };
  const readPricelist = async (client: Client, pharmacy: SeededPharmacy) => {
    const { body } = await client.get(`/api/price/${pharmacy.path}/OTC`);
    return body as { pricelist: { pzn: string; priceNew: number; negative: number }[]; parentPharmacy: unknown };
  };
  const tillEpoch = async () => {
    const found = await portal.database.prisma.pharmacy.findUniqueOrThrow({ where: { apoId: mirror.apoId } });
    return found.tillEpoch;
  };

  // Rules 8.2, 8.3, 8.4, 8.5 and 12.4.
  describe('a linked mirror (rule 8.1)', () => {
    test('reads the list, the packages and the flags of its main pharmacy', async () => {
      expect((await link()).body).toEqual({ status: 'OK' });
      const id = await seedOpenUpdate(portal.database, main, 'MDP', 'OTC', [A]);
      await portal.database.prisma.listVersion.updateMany({ where: { apoId: main.apoId }, data: { flag: 2 } });
      const list = await readPricelist(branch, mirror);
      expect(list.pricelist.map(({ pzn, negative }) => [pzn, negative])).toEqual([
        [A, 0],
        [B, 3],
        [C, 1],
      ]);
      expect(list.parentPharmacy).toMatchObject({ apoId: main.apoId, token: '' });
      const update = await branch.get(`/api/price/mdp/${mirror.path}/${id}/OTC`);
      expect(update.body).toMatchObject({ isShadowPharmacy: true, mayDelete: false });
      const settings = await branch.get(`/api/pharmacy/settings/${mirror.path}`);
      expect(settings.body).toMatchObject({
        status: 'OK',
        parentPharmacy: { apoId: main.apoId },
        mirrorPharmacies: [],
      });
      expect(settings.body.flags[0]).toMatchObject({ productGroup: 'OTC', count: 2, flag: 2, mdp: { id } });
    });

    test('owns no rows any more; its log keeps what each product cost', async () => {
      await link();
      expect(await readList(portal.database, mirror.apoId)).toEqual({});
      const { body } = await sales.get(`/api/pharmacy/history/${mirror.path}`);
      const log = await sales.get(`/api/price/eventlog/${mirror.path}/${body.history[0].id}`);
      expect(log.text.split('\r\n').slice(1, 3)).toEqual([
        `${A};Produkt ${A};1,11;;Berechneter TruePrice;Nicht gelistet;Tobias Sommer;10.03.2026 10:00;;`,
        `${D};Produkt ${D};2,50;;Eigener Preis;Nicht gelistet;Tobias Sommer;10.03.2026 10:00;;`,
      ]);
    });

    test('is told of in both histories, once, however often it is linked', async () => {
      await link();
      expect((await link()).body).toEqual({ status: 'OK' });
      const name = (pharmacy: SeededPharmacy) => `Test-Apotheke ${pharmacy.apoId - 500_000} (${pharmacy.apoId})`;
      expect(await events(mirror)).toEqual([[`Spiegelapotheke von ${name(main)} geworden`, true, 'Tobias Sommer']]);
      expect(await events(main)).toEqual([[`Spiegelapotheke ${name(mirror)} hinzugefügt`, false, 'Tobias Sommer']]);
    });

    test('makes its till load everything again, as does its removal', async () => {
      const before = await tillEpoch();
      await link();
      expect(await tillEpoch()).toBe(before + 1);
      await link();
      expect(await tillEpoch()).toBe(before + 1);
      await part();
      expect(await tillEpoch()).toBe(before + 2);
    });

    test('can be named by crmCompanyId, as text, or as the pharmacies themselves', async () => {
      expect(
        (await link({ pharmacy: String(main.crmCompanyId), shadowPharmacy: { apoId: mirror.apoId } })).status,
      ).toBe(200);
      const found = await portal.database.prisma.pharmacy.findUniqueOrThrow({ where: { apoId: mirror.apoId } });
      expect(found.parentApoId).toBe(main.apoId);
    });

    test('refuses every write, also one that was admitted before it became a mirror', async () => {
      await link();
      const writes = [
        branch.put(`/api/price/${mirror.path}`, { products: [{ pzn: A, priceEdit: 3 }] }),
        branch.post(`/api/pharmacy/approvalflag/${mirror.path}/OTC/1`),
        branch.post(`/api/pharmacy/qdpapprovalflag/${mirror.path}/OTC/1`),
        sales.post(`/api/price/lzd/upload/${mirror.path}`),
      ];
      for (const response of await Promise.all(writes)) {
        expect([response.status, response.body.reason]).toEqual([403, 'mirror_read_only']);
      }
      const late = savePriceList(portal.deps, {
        apoId: mirror.apoId,
        body: { products: [{ pzn: A, priceEdit: 3, editedPermanent: false, editedIgnore: false }] },
        actor: { subject: 's', userName: 'S', staff: true },
        staff: false,
      });
      await expect(late).rejects.toMatchObject({ httpStatus: 403, reason: 'mirror_read_only' });
      // The same for all that locks a list as packages do: approvals, drafts, deletions, intake, flags.
      const change = { name: 'flag', apoId: mirror.apoId, group: 'OTC', values: { flag: 1 } } as const;
      const lateFlag = changeSetting(portal.deps, { ...change, actor: { subject: 's', userName: 'S', staff: true } });
      await expect(lateFlag).rejects.toMatchObject({ httpStatus: 403, reason: 'mirror_read_only' });
    });
  });

  describe('a removed mirror', () => {
    test('has a copy of the list and the flags, so that no till price jumps', async () => {
      await link();
      await portal.database.prisma.listVersion.updateMany({
        where: { apoId: main.apoId },
        data: { flag: 1, qdpFlag: 2, guardrails: { minMarginPercent: 10 } },
      });
      const before = await readPricelist(branch, mirror);
      expect((await part()).body).toEqual({ status: 'OK' });
      const after = await readPricelist(branch, mirror);
      expect(after.pricelist).toEqual(before.pricelist);
      expect(after.parentPharmacy).toBeNull();
      const { rows } = await portal.database.pool.query(
        `SELECT count(*)::int AS different
         FROM (SELECT pzn, to_jsonb(i) - '{apo_id,changed_version}'::text[] AS row FROM price_item i WHERE apo_id = $1 OFFSET 0) a
         FULL JOIN (SELECT pzn, to_jsonb(i) - '{apo_id,changed_version}'::text[] AS row FROM price_item i WHERE apo_id = $2 OFFSET 0) b
              USING (pzn)
        WHERE a.row IS DISTINCT FROM b.row`,
        [main.apoId, mirror.apoId],
      );
      expect(rows).toEqual([{ different: 0 }]);
      const [list] = await portal.database.prisma.listVersion.findMany({
        where: { apoId: mirror.apoId, productGroup: 'OTC' },
      });
      expect(list).toMatchObject({
        flag: 1,
        qdpFlag: 2,
        guardrails: { minMarginPercent: 10 },
        itemCount: 2,
        negativeCount: 1,
      });
    });

    test.each([
      ['the main list', 7, 3],
      ['its own list', 3, 7],
    ])('has a version above both, also where %s was further on', async (_, ofMain, ofMirror) => {
      const set = (of: SeededPharmacy, version: number) =>
        portal.database.prisma.listVersion.updateMany({ where: { apoId: of.apoId }, data: { version } });
      await link();
      await set(main, ofMain);
      await set(mirror, ofMirror);
      const seen = (await branch.get(`/api/price/${mirror.path}/OTC`)).body.version;
      await part();
      const { body } = await branch.get(`/api/price/${mirror.path}/OTC`);
      expect(seen).toBe(ofMain);
      expect(body.version).toBeGreaterThan(Math.max(ofMain, ofMirror));
      // A screen that still shows the main pharmacy's list has not seen what is changed here from now on.
      const edit = (priceEdit: number) => ({ pzn: A, priceEdit, editedPermanent: false, editedIgnore: false });
      const save = (price: number, version: number) =>
        branch.put(`/api/price/${mirror.path}`, { products: [edit(price)], version });
      expect((await save(3.33, body.version)).status).toBe(200);
      expect((await save(4.44, seen)).status).toBe(409);
    });

    test('goes its own way from then on', async () => {
      await link();
      await part();
      const product = { pzn: A, priceEdit: 3.33, editedPermanent: false, editedIgnore: false };
      const saved = await branch.put(`/api/price/${mirror.path}`, { products: [product] });
      expect(saved.body).toMatchObject({ status: 'OK' });
      expect((await readList(portal.database, mirror.apoId))[A]).toMatchObject({ type: 2, manual: '3.33' });
      expect((await readList(portal.database, main.apoId))[A]).toMatchObject({ type: 0, manual: null });
    });

    test('is told of in both histories; removing it again changes nothing', async () => {
      await link();
      await part();
      expect((await part()).body).toEqual({ status: 'OK' });
      const name = (pharmacy: SeededPharmacy) => `Test-Apotheke ${pharmacy.apoId - 500_000} (${pharmacy.apoId})`;
      const gone = `Nicht mehr Spiegelapotheke von ${name(main)}, Preisliste übernommen`;
      expect(await events(mirror)).toHaveLength(2);
      expect((await events(mirror))[0]).toEqual([gone, true, 'Tobias Sommer']);
      expect((await events(main))[0]).toEqual([`Spiegelapotheke ${name(mirror)} entfernt`, false, 'Tobias Sommer']);
      expect(await events(main)).toHaveLength(2);
    });

    test('is only removed from its own main pharmacy', async () => {
      await link();
      const other = await seedPharmacy(portal.database, ++next);
      const response = await sales.delete(`/api/pharmacy/shadow/${other.apoId}/${mirror.apoId}`);
      expect([response.status, response.body.message]).toEqual([
        409,
        'Die Apotheke ist keine Spiegelapotheke dieser Apotheke.',
      ]);
      // And not from itself.
      expect((await sales.delete(`/api/pharmacy/shadow/${main.apoId}/${main.apoId}`)).status).toBe(409);
    });

    test('leaves no log where neither list holds anything, and one where only the main list does', async () => {
      const [empty, branchOffice] = [
        await seedPharmacy(portal.database, ++next),
        await seedPharmacy(portal.database, ++next),
      ];
      const logs = async () => (await events(branchOffice)).map(([, hasLog]: [string, boolean]) => hasLog);
      await link({ pharmacy: empty.apoId, shadowPharmacy: branchOffice.apoId });
      await sales.delete(`/api/pharmacy/shadow/${empty.apoId}/${branchOffice.apoId}`);
      expect(await logs()).toEqual([false, false]);
      await link({ pharmacy: main.apoId, shadowPharmacy: branchOffice.apoId });
      await sales.delete(`/api/pharmacy/shadow/${main.apoId}/${branchOffice.apoId}`);
      expect(await logs()).toEqual([true, false, false, false]);
    });

    test('that was linked by other hands, with rows of its own, has the main list and nothing else', async () => {
      await portal.database.prisma.pharmacy.update({
        where: { apoId: mirror.apoId },
        data: { parentApoId: main.apoId },
      });
      expect((await part()).body).toEqual({ status: 'OK' });
      expect(await readList(portal.database, mirror.apoId)).toEqual(await readList(portal.database, main.apoId));
      expect((await events(mirror))[0].slice(1)).toEqual([true, 'Tobias Sommer']);
    });
  });

  describe('who can become a mirror', () => {
    const refusal = async (body: object) => {
      const response = await link(body);
      return [response.status, response.body.message];
    };

    test('not the pharmacy itself, no chain in either direction, no other country, none with open packages', async () => {
      const seed = (overrides: object = {}) => seedPharmacy(portal.database, ++next, overrides);
      const austrian = await seed({ country: 'AT' });
      const busy = await seed();
      await seedOpenUpdate(portal.database, busy, 'QDP', 'OTC', [A]);
      const third = await seed();
      await link();
      const of = (pharmacy: SeededPharmacy, shadowPharmacy: SeededPharmacy) =>
        refusal({ pharmacy: pharmacy.apoId, shadowPharmacy: shadowPharmacy.apoId });
      expect(await of(main, main)).toEqual([409, 'Das ist die Apotheke selbst.']);
      expect(await of(mirror, third)).toEqual([409, 'Eine Spiegelapotheke kann keine Spiegelapotheken haben.']);
      expect(await of(third, mirror)).toEqual([409, `Spiegelt bereits die Apotheke ${main.apoId}.`]);
      expect(await of(third, main)).toEqual([409, 'Hat selbst Spiegelapotheken.']);
      expect(await of(main, austrian)).toEqual([409, 'Liegt in einem anderen Land (AT).']);
      expect(await of(main, busy)).toEqual([
        409,
        'Hat ein offenes Update, das erst freigegeben oder gelöscht werden muss.',
      ]);
      expect(await refusal({ pharmacy: main.apoId, shadowPharmacy: 999_999_999 })).toEqual([
        404,
        'Die angeforderte Seite existiert nicht',
      ]);
    });

    test('is for staff to decide', async () => {
      for (const client of [owner, branch]) {
        const body = { pharmacy: main.apoId, shadowPharmacy: mirror.apoId };
        expect((await client.post('/api/pharmacy/shadow', body)).status).toBe(403);
        expect((await client.delete(`/api/pharmacy/shadow/${main.apoId}/${mirror.apoId}`)).status).toBe(403);
      }
    });
  });

  test('links, removals and saves at once leave whole lists', async () => {
    const actor = { subject: 'x', userName: 'X', staff: true };
    const ids = { pharmacy: main.apoId, shadowPharmacy: mirror.apoId, actor };
    const save = (apoId: number, price: number) =>
      savePriceList(portal.deps, {
        apoId,
        body: { products: [{ pzn: A, priceEdit: price, editedPermanent: false, editedIgnore: false }] },
        actor,
        staff: true,
      });
    for (let round = 1; round <= 12; round += 1) {
      const outcomes = await Promise.allSettled<unknown>([
        addMirror(portal.deps, ids),
        save(main.apoId, round),
        save(mirror.apoId, round + 0.5),
        removeMirror(portal.deps, ids),
        addMirror(portal.deps, { ...ids, pharmacy: mirror.apoId, shadowPharmacy: main.apoId }),
        save(main.apoId, round + 0.25),
      ]);
      // Refused is fine; a deadlock or any other error is not.
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(PortalError);
      }
      expect(await brokenInvariants(portal.database)).toEqual([]);
      const { rows } = await portal.database.pool.query(
        `SELECT m.apo_id FROM pharmacy m JOIN pharmacy p ON p.apo_id = m.parent_apo_id WHERE p.parent_apo_id IS NOT NULL
       UNION SELECT i.apo_id FROM price_item i JOIN pharmacy m USING (apo_id) WHERE m.parent_apo_id IS NOT NULL`,
      );
      expect(rows).toEqual([]);
      await removeMirror(portal.deps, { ...ids, pharmacy: mirror.apoId, shadowPharmacy: main.apoId }).catch(
        () => undefined,
      );
    }
  });
});

describe('search', () => {
  let portal: TestPortal;
  let sales: Client;
  let next = 0;
  let main: SeededPharmacy;
  /** The owner of `main` has no part in it. */
  let other: SeededPharmacy;
  let owner: Client;

  beforeAll(async () => {
    portal = await startPortal('2026-03-10T09:00:00Z');
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    [main, other] = [await seedPharmacy(portal.database, ++next), await seedPharmacy(portal.database, ++next)];
    owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${main.crmCompanyId}`]);
  });
  afterAll(() => portal.close());

  // Rule 8.6.
  describe('the search for pharmacies', () => {
    test('finds by ApoID, name and city in any letter case, candidates first and the others with their reason', async () => {
      const city = `Überlingen-${next}`;
      const seed = (name: string, overrides: object = {}) =>
        seedPharmacy(portal.database, ++next, { name, city, ...overrides });
      const zebra = await seed('Zebra-Apotheke');
      const ant = await seed('Ameisen-Apotheke', { parentApoId: main.apoId });
      const search = async (query: string) => {
        const { body } = await sales.post('/api/pharmacy/search', { query, pharmacy: main.apoId });
        return body.map((found: { apoId: number; refusal: string | null }) => [found.apoId, found.refusal]);
      };
      const all = [
        [zebra.apoId, null],
        [ant.apoId, 'Ist bereits Spiegelapotheke dieser Apotheke.'],
      ];
      expect(await search(city.toLowerCase())).toEqual(all);
      expect(await search('zEBRA')).toEqual([all[0]]);
      expect((await search(String(zebra.apoId)))[0]).toEqual(all[0]);
      expect(await search('100%_gibt es nicht')).toEqual([]);
      // copied out of a PDF, the one as the other, and in capitals, which have no ß
      const copied = await seed('Ro\u0308mer', { city: 'Ulm' });
      for (const query of ['Römer', 'Ro\u0308mer']) expect(await search(query)).toEqual([[copied.apoId, null]]);
      expect(await search(city.normalize('NFD'))).toEqual(all);
      const weiss = await seed('Weiße Apotheke');
      for (const query of ['WEISSE', 'weiße', 'WEIẞE']) expect(await search(query)).toEqual([[weiss.apoId, null]]);
    });

    test('shows customers their own pharmacies only', async () => {
      const { body } = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke' });
      expect(body.map((found: { apoId: number }) => found.apoId)).toEqual([main.apoId]);
      expect(JSON.stringify(body)).not.toContain(main.token);
    });

    test('tells customers nothing of pharmacies they have no part in, not even that there are any', async () => {
      const answers = [];
      for (const pharmacy of [
        other.apoId,
        other.crmCompanyId,
        999_999_999,
        String(other.apoId),
        { apoId: other.apoId },
      ]) {
        const { status, body } = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy });
        answers.push([status, { ...body, requestId: '' }]);
      }
      const refused = {
        status: 'ERROR',
        reason: 'forbidden',
        message: 'Keine Zugriffsrechte auf die Ressource',
        requestId: '',
      };
      expect(answers).toEqual(answers.map(() => [403, refused]));
      const own = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy: main.apoId });
      expect([own.status, own.body.length]).toEqual([200, 1]);
      expect((await sales.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy: 999_999_999 })).status).toBe(
        404,
      );
    });

    test('starts with three characters', async () => {
      const response = await sales.post('/api/pharmacy/search', { query: ' ab ' });
      expect(response.status).toBe(422);
      expect(response.body.message).toContain('mindestens 3 Zeichen');
    });

    test('answers at most 50', async () => {
      await portal.database.pool.query(
        `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
       SELECT 800000 + n, 900000 + n, 't', 'Viele-Apotheke', 'Weg', '1', 'Ort' FROM generate_series(1, 60) n`,
      );
      const { body } = await sales.post('/api/pharmacy/search', { query: 'viele-' });
      expect(body).toHaveLength(50);
    });
  });
});

describe('versions', () => {
  const list = (group: ProductGroup, version: number) => ({ apoId: 1, group, version, flag: 0, qdpFlag: 0 }) as const;
  const versions = (lists: ReturnType<typeof aboveBoth>) => lists.map(({ group, version }) => [group, version]);

  test('lists of a new or former mirror are written above both versions, each group on its own (rule 8.4)', () => {
    const own = [list('OTC', 5), list('FREIWAHL', 9), list('HILFSMITTEL', 4)];
    // HILFSMITTEL has no other list
    const others = [list('FREIWAHL', 3), list('OTC', 8)];
    expect(versions(aboveBoth(own, others))).toEqual([
      ['OTC', 8],
      ['FREIWAHL', 9],
      ['HILFSMITTEL', 4],
    ]);
    expect(versions(aboveBoth(own, []))).toEqual([
      ['OTC', 5],
      ['FREIWAHL', 9],
      ['HILFSMITTEL', 4],
    ]);
  });
});
